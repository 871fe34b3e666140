# SPDX-License-Identifier: 0BSD
"""Compiles what is timed: the timer, the reference, and each model by ptec and a C compiler."""
import importlib.util
import json
import os
import re
import shlex
import subprocess
from dataclasses import dataclass

import bundle

HERE = os.path.dirname(os.path.abspath(__file__))
SHARED = ["-std=gnu11", "-shared", "-fPIC"]


def arguments(header, case):
    """The arguments of net_forward(), as it is declared: tensors, and extents where they are not constant."""
    tensors = [(f"in[{i}]", t) for i, t in enumerate(case.inputs)] + [(f"out[{i}]", t) for i, t in enumerate(case.outputs)]
    declared = re.search(r"net_forward\(([^)]*)\);", header)[1].split(",")
    words, tensor = [], None
    for parameter in declared:
        if re.search(r"_dims\[\d+\]$", parameter):
            words.append(f"(int32_t[]){{{', '.join(map(str, tensor.sizes))}}}")
        else:
            word, tensor = tensors.pop(0)
            words.append(word)
    return ", ".join(words)


@dataclass
class Ours:
    library: str
    arena: int
    code: int
    steps: list  # (name, millions of multiply-adds, what)
    classes: dict  # of the steps that XNNPACK computes, by name


def run(*command):
    done = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, errors="replace")
    if done.returncode != 0:
        raise RuntimeError(f"{shlex.join(command[:6])} ...\n{done.stdout[-2000:]}")
    return done.stdout


class Builder:
    def __init__(self, options, work):
        self.options, self.work = options, work
        self.cc = [options.cc, *shlex.split(options.cflags)]
        os.makedirs(work, exist_ok=True)

    def path(self, *names):
        return os.path.join(self.work, *names)

    def has_avx(self):
        macros = run(*self.cc, "-dM", "-E", "-x", "c", os.devnull)
        return "__x86_64__" not in macros or "__AVX__" in macros

    def timer(self):
        run(*self.cc, *SHARED, f"{HERE}/timer.c", "-o", self.path("timer.so"), "-lm")
        return self.path("timer.so")

    def reference(self):
        """The wheel's C++ runtime with XNNPACK; None without the wheel."""
        spec = importlib.util.find_spec("executorch")
        if spec is None:
            return None
        root = list(spec.submodule_search_locations)[0]
        include, library = f"{root}/include", self.path("reference.so")
        parts = ("executorch_backend_xnnpack", "executorch_kernels_optimized", "executorch_kernels_quantized",
                 "executorch_threadpool", "executorch")
        run("g++", "-std=c++17", "-O2", "-w", "-shared", "-fPIC", f"{HERE}/executorch.cpp", "-o", library,
            f"-I{include}", f"-I{include}/executorch/runtime/core/portable_type/c10",
            "-DC10_USING_CUSTOM_GENERATED_MACROS", f"-L{root}/lib", f"-Wl,-rpath,{root}/lib,--no-as-needed",
            *(f"-l{p}" for p in parts))
        return library

    def program(self, path):
        """The .pte in a .bpte, as a file."""
        out = self.path("program.pte")
        with open(out, "wb") as f:
            f.write(bundle.read(path)[0])
        return out

    def xnnpack(self):
        """Words that compile and link what calls the XNNPACK that ptec was built with."""
        path = os.path.join(os.path.dirname(self.options.ptec), "..", "xnnpack_flags")
        if not os.path.exists(path):
            return []
        with open(path, encoding="utf-8") as f:
            return f.read().split()

    def ours(self, path, kernels=None, name="ours"):
        case = bundle.read(path)[1][0]
        run(self.options.ptec, "compile", path, "-o", self.work, "--name", "net", "--emit", "bundle", "--weights",
            "bin", "--kernels", kernels or self.options.kernels)
        library, unit = self.path(f"{name}.so"), self.path(f"{name}.o")
        with open(self.path("net.h"), encoding="utf-8") as f:
            header = f.read()
        call = arguments(header, case)
        with open(self.path("net.json"), encoding="utf-8") as f:
            classes = {s["name"]: s["class"] for m in json.load(f)["methods"] for s in m["steps"] if "class" in s}
        linked = self.xnnpack() if classes else []
        flags = [*self.cc, *SHARED[:1], "-fPIC", f"-I{self.work}", *linked[:2], f"-DSIDE_CALL=net_forward({call})",
                 *(["-DSIDE_STEPS"] if self.options.steps else []),
                 *(["-DSIDE_RESET"] if "void net_reset(void);" in header else [])]
        run(*flags, "-c", f"{HERE}/ptec.c", "-o", unit)
        run(self.options.cc, "-shared", "-Wl,-Bsymbolic", unit, *linked[2:], "-o", library)
        text = re.findall(r"^\.text\S*\s+(\d+)", run("size", "-A", unit), re.MULTILINE)
        arena = int(re.search(r"NET_ARENA_BYTES (\d+)", header)[1])
        return Ours(library, arena, sum(map(int, text)), self.steps(), classes)

    def steps(self):
        """The comment above each step of the emitted method, and of what brings its rows, says what it costs."""
        with open(self.path("net.c"), encoding="utf-8") as f:
            source = f.read()
        comments = dict((name, " ".join(text.split())) for text, name in
                        re.findall(r"/\* ([^/]*?) \*/\n(?:(?!\s*/\*).*\n)*?\s+STEP\((\w+),", source))
        with open(self.path("net_steps.h"), encoding="utf-8") as f:
            names = re.findall(r'^    "(.*)"', f.read(), re.MULTILINE)
        mmac = {n: re.search(r"([\d.,]+) M multiply-adds", c) for n, c in comments.items()}
        return [(n, float(mmac[n][1].replace(",", "")) if mmac.get(n) else 0.0, comments.get(n, "")) for n in names]
