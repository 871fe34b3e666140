# SPDX-License-Identifier: 0BSD
"""Counts the instructions of models on 64-bit RISC-V, with vectors of 128 and 256 bits and without: see README.md."""
import argparse
import os
import shlex

import bundle
from arm import check_outputs, millions
from bench import FOLDERS, LEAST_SNR, PRECISION, find_models, line, table
from build import HERE, arguments, run

# qemu 7.2 stops at the conversion that rounds towards zero, which clang makes of plain C in vectors.
FLAGS = ["-O3", "-std=gnu11", "-fno-vectorize", "-fno-slp-vectorize"]
TITLES = ["model", "form", "portable, scalar", "vector, 128 bits", "ratio", "vector, 256 bits", "ratio"]
SIDES = (("portable", "rv64gc", 128), ("vector,portable", "rv64gcv", 128), ("vector,portable", "rv64gcv_zvl256b", 256))


class Counter:
    def __init__(self, options):
        self.options, self.work = options, options.work
        self.cc = [*shlex.split(options.cc), "--target=riscv64-linux-gnu", *FLAGS]
        os.makedirs(self.work, exist_ok=True)
        run("gcc", "-O2", "-shared", "-fPIC", f"{HERE}/count.c", "-o", self.path("count.so"))

    def path(self, *names):
        return os.path.join(self.work, *names)

    def image(self, path, case, kernels, march):
        folder = self.path("net")
        run(self.options.ptec, "compile", path, "-o", folder, "--name", "net", "--emit", "bundle", "--weights", "bin",
            "--kernels", kernels)
        with open(f"{folder}/net.h", encoding="utf-8") as f:
            header = f.read()
        reset = ["-DSIDE_RESET"] if "void net_reset(void);" in header else []
        run(*self.cc, f"-march={march}", "-static", f"-I{folder}", f"-DSIDE_CALL=net_forward({arguments(header, case)})",
            *reset, f"{HERE}/ptec.c", f"{HERE}/counted.c", "-lm", "-o", f"{folder}/image")
        return f"{folder}/image"

    def count(self, image, case, bits, least):
        bundle.write_files(case, self.path("in"), self.path("out"))
        run("qemu-riscv64", "-cpu", f"rv64,v=true,vlen={bits},elen=64,vext_spec=v1.0", "-plugin",
            f"{self.path('count.so')},out={self.path('count')}", image, "none", self.path("in"), str(len(case.inputs)),
            self.path("out"), str(len(case.outputs)))
        check_outputs(self.path("out"), case, least, image)
        with open(self.path("count"), encoding="ascii") as f:
            return int(f.readline().split()[1])

    def row(self, network, form, path):
        case = bundle.read(path)[1][0]
        scalar, *vector = [self.count(self.image(path, case, kernels, march), case, bits, LEAST_SNR[PRECISION[form]])
                           for kernels, march, bits in SIDES]
        return [network, form, millions(scalar),
                *(text for n in vector for text in (millions(n), f"{n / scalar:.2f}"))]


def main():
    p = argparse.ArgumentParser(prog="riscv.sh", usage="riscv.sh [OPTION]... [REGEX]", description=__doc__)
    p.add_argument("ptec", help=argparse.SUPPRESS)
    p.add_argument("work", help=argparse.SUPPRESS)
    p.add_argument("models", nargs="?", default="", help="regular expression for NETWORK_FORM, of forms xnn and xnn_q8")
    p.add_argument("--cc", default="clang-19")
    counter = Counter(p.parse_intermixed_args())
    models = find_models(filter(None, map(os.environ.get, FOLDERS)), counter.options.models)
    rows = []
    for network, form in sorted(models, key=lambda m: (m[1], m[0])):
        if form.startswith("xnn"):
            rows.append(counter.row(network, form, models[network, form]))
            print(line(rows[-1]), flush=True)
    print(table(TITLES, rows))


if __name__ == "__main__":
    main()
