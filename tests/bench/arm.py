# SPDX-License-Identifier: 0BSD
"""Counts the instructions of models on 64-bit Arm, by ptec and by ExecuTorch with XNNPACK: see README.md."""
import argparse
import glob
import math
import os
import re
import shlex
import struct
import subprocess
import sys
import zipfile
from dataclasses import dataclass

import bundle
import loops
from bench import FOLDERS, LEAST_SNR, PRECISION, find_models, line, table
from build import HERE, arguments, run

WHEEL = "executorch==1.5.1"
LIBRARIES = "/usr/aarch64-linux-gnu/lib"
LEVELS = {"": "-march=armv8-a", "_dotprod": "-march=armv8.2-a+dotprod", "_i8mm": "-march=armv8.2-a+dotprod+i8mm"}
CLASSES = ("fmla", "smull", "sdot", "smmla")


@dataclass
class Core:
    """A processor: what qemu has instead, and the number by which XNNPACK knows it."""
    name: str
    emulated: str
    part: int


CORES = (Core("Cortex-A53", "cortex-a53", 0xd03), Core("Cortex-A55", "cortex-a76", 0xd05),
         Core("Cortex-A76", "cortex-a76", 0xd0b), Core("Cortex-A710", "max,sve=off,sme=off", 0xd47))


@dataclass
class Counts:
    all: int
    classes: dict


def snr(got, want):
    """In dB."""
    values = [struct.unpack(f"<{len(data) // 4}f", data) for data in (got, want)]
    noise = sum((a - b) ** 2 for a, b in zip(*values))
    return 200.0 if noise == 0 else 10 * math.log10(sum(b * b for b in values[1]) / noise)


def check_outputs(folder, case, least, image):
    """What the image wrote there: floats with a SNR of so many dB at least, others as they are."""
    for i, tensor in enumerate(case.outputs):
        with open(os.path.join(folder, f"out{i}"), "rb") as f:
            got = f.read()
        if snr(got, tensor.data) < least if tensor.dtype == bundle.F32 else got != tensor.data:
            raise RuntimeError(f"{image}: wrong outputs")


class Counter:
    def __init__(self, options):
        self.options, self.work, self.loops = options, options.work, loops.Table()
        os.makedirs(self.work, exist_ok=True)
        run("gcc", "-O2", "-shared", "-fPIC", f"{HERE}/count.c", "-o", self.path("count.so"))
        run("aarch64-linux-gnu-gcc", "-O2", "-std=gnu11", "-c", f"{HERE}/counted.c", "-o", self.path("counted.o"))
        self.reference()

    def path(self, *names):
        return os.path.join(self.work, *names)

    def reference(self):
        """The wheel's C++ runtime with XNNPACK."""
        if not glob.glob(self.path("executorch-*.whl")):
            run(sys.executable, "-m", "pip", "download", "--no-deps", "--only-binary=:all:", "--python-version", "3.12",
                "--platform", "manylinux_2_28_aarch64", WHEEL, "-d", self.work)
        with zipfile.ZipFile(glob.glob(self.path("executorch-*.whl"))[0]) as wheel:
            wheel.extractall(self.path("wheel"))
        root = self.path("wheel", "executorch")
        parts = ("executorch_backend_xnnpack", "executorch_kernels_optimized", "executorch_kernels_quantized",
                 "executorch_threadpool", "executorch")
        run("aarch64-linux-gnu-g++", "-std=c++17", "-O2", "-w", f"{HERE}/executorch.cpp", self.path("counted.o"), "-o",
            self.path("reference"), f"-I{root}/include", f"-I{root}/include/executorch/runtime/core/portable_type/c10",
            "-DC10_USING_CUSTOM_GENERATED_MACROS", f"-L{root}/lib", "-Wl,--no-as-needed", *(f"-l{p}" for p in parts))

    def root(self, core):
        """A folder in which the process sees that processor: XNNPACK chooses kernels by /proc/cpuinfo."""
        root = self.path(f"root_{core.part:x}")
        os.makedirs(f"{root}/proc", exist_ok=True)
        if not os.path.exists(f"{root}/lib"):
            os.symlink(LIBRARIES, f"{root}/lib")
        features = ["fp", "asimd", "aes", "pmull", "sha1", "sha2", "crc32"]
        if core.emulated != "cortex-a53":
            features += ["atomics", "fphp", "asimdhp", "asimdrdm", "lrcpc", "dcpop", "asimddp"]
        if core.emulated.startswith("max"):
            features += ["i8mm", "bf16"]
        with open(f"{root}/proc/cpuinfo", "w", encoding="ascii") as f:
            f.write(f"processor\t: 0\nBogoMIPS\t: 50.00\nFeatures\t: {' '.join(features)}\nCPU implementer\t: 0x41\n"
                    f"CPU architecture: 8\nCPU variant\t: 0x1\nCPU part\t: 0x{core.part:x}\nCPU revision\t: 0\n")
        return root

    def build(self, path, case):
        """An image by each compiler, of all levels."""
        folder = self.path("net")
        run(self.options.ptec, "compile", path, "-o", folder, "--name", "net", "--emit", "bundle", "--weights", "bin",
            "--kernels", self.options.kernels)
        with open(f"{folder}/net.h", encoding="utf-8") as f:
            header = f.read()
        side = [f"-DSIDE_CALL=net_forward({arguments(header, case)})",
                *(["-DSIDE_RESET"] if "void net_reset(void);" in header else [])]
        images = []
        for number, cc in enumerate(self.options.cc):
            units = []
            for suffix, flags in LEVELS.items():
                units.append(f"{folder}/net{number}{suffix}.o")
                source = [f"{folder}/net.c"] if suffix else [*side, f"{HERE}/ptec.c"]
                run(*shlex.split(cc), "-O3", "-std=gnu11", "-DPTE_DISPATCH", flags, f"-I{folder}", *source, "-c", "-o",
                    units[-1])
            images.append(f"{folder}/image{number}")
            run("aarch64-linux-gnu-gcc", "-static", self.path("counted.o"), *units, "-lm", "-o", images[-1])
        return images

    def count(self, core, image, program, case, least):
        bundle.write_files(case, self.path("in"), self.path("out"))
        run("qemu-aarch64", "-L", self.root(core), "-cpu", core.emulated, "-E",
            f"LD_LIBRARY_PATH={LIBRARIES}:{self.path('wheel', 'executorch', 'lib')}", "-plugin",
            f"{self.path('count.so')},out={self.path('count')}", image, program, self.path("in"), str(len(case.inputs)),
            self.path("out"), str(len(case.outputs)))
        check_outputs(self.path("out"), case, least, image)
        with open(self.path("count"), encoding="ascii") as f:
            words = f.readline().split()
        counts = dict(zip(words[::2], map(int, words[1::2])))
        return Counts(counts.pop("all"), counts)

    def rows(self, network, form, path):
        """For each core the cells of a row."""
        program, cases = bundle.read(path)
        with open(self.path("program.pte"), "wb") as f:
            f.write(program)
        images, least = [self.path("reference"), *self.build(path, cases[0])], LEAST_SNR[PRECISION[form]]
        for core in CORES:
            counts = []
            for image, side in zip(images, ("XNNPACK", *map(short, self.options.cc))):
                counts.append(self.count(core, image, self.path("program.pte"), cases[0], least))
                if self.options.loops and re.search(self.options.loops, f"{network}_{form}"):
                    self.loops.add(f"{network}_{form}", side, core.name, loops.hottest(self.path("count"), self.work))
            yield core, cells(network, form, counts)


def millions(n):
    return f"{n / 1e6:.3f}" if n < 10e6 else f"{n / 1e6:.1f}"


def cells(network, form, counts):
    theirs, *ours = counts
    shown = [" ".join(f"{c} {millions(side.classes[c])}" for c in CLASSES if 100 * side.classes[c] > side.all)
             for side in counts[:2]]
    return [network, form, millions(theirs.all), *(text for o in ours for text in
                                                   (millions(o.all), f"{o.all / theirs.all:.2f}")), *shown]


def short(compiler):
    """gcc, clang or clang-19."""
    return compiler.split()[0].removeprefix("aarch64-linux-gnu-")


def titles(compilers):
    return ["model", "form", "XNNPACK", *(t for c in compilers for t in (short(c), "ratio")),
            "multiplies: XNNPACK", "ptec"]


def page(options, rows, hot):
    with open(f"{HERE}/arm.md.in", encoding="utf-8") as f:
        text = f.read()
    versions = [run(shlex.split(cc)[0], "--version").splitlines()[0] for cc in options.cc]
    tables = "".join(f"\n## {core.name}\n\nqemu's `{core.emulated}`, seen by XNNPACK as {core.name}.\n\n"
                     f"{table(titles(options.cc), rows[core.name])}\n" for core in CORES)
    facts = {"command": " ".join([*(f"{v}=DIR" for v in FOLDERS if os.environ.get(v)), "sh tests/bench/arm.sh",
                                  shlex.join(sys.argv[3:])]),
             "emulator": run("qemu-aarch64", "--version").splitlines()[0], "compilers": ", ".join(versions),
             "kernels": options.kernels, "reference": WHEEL.replace("==", " "), "tables": tables,
             "loops": table(loops.TITLES, hot)}
    return re.sub(r"@(\w+)@", lambda m: facts[m[1]], text).rstrip() + "\n"


def parse_options():
    p = argparse.ArgumentParser(prog="arm.sh", usage="arm.sh [OPTION]... [REGEX]", description=__doc__)
    p.add_argument("ptec", help=argparse.SUPPRESS)
    p.add_argument("work", help=argparse.SUPPRESS)
    p.add_argument("models", nargs="?", default="", help="regular expression for NETWORK_FORM, of forms xnn and xnn_q8")
    p.add_argument("--cc", action="append", help="a compiler; more than one may be given")
    p.add_argument("--kernels", default="vector,portable")
    p.add_argument("--loops", metavar="REGEX", help="also cycles of the loop of these models that multiplies most")
    p.add_argument("-o", "--output", help="write the page there")
    options = p.parse_intermixed_args()
    options.cc = options.cc or ["aarch64-linux-gnu-gcc", "clang --target=aarch64-linux-gnu"]
    return options


def main():
    options = parse_options()
    counter = Counter(options)
    rows = {core.name: [] for core in CORES}
    models = find_models(filter(None, map(os.environ.get, FOLDERS)), options.models)
    for network, form in sorted(models, key=lambda m: (m[1], m[0])):
        if not form.startswith("xnn"):
            continue
        for core, row in counter.rows(network, form, models[network, form]):
            rows[core.name].append(row)
            print(line([core.name, *row]), flush=True)
    hot = counter.loops.lines()
    if hot:
        print(table(loops.TITLES, hot))
    if options.output:
        with open(options.output, "w", encoding="utf-8") as f:
            f.write(page(options, rows, hot))


if __name__ == "__main__":
    main()
