# SPDX-License-Identifier: 0BSD
"""The loop of a program that multiplies most, and its cycles by models of processors: LLVM's, and pairing.py."""
import os
import re
import struct
import subprocess
from dataclasses import dataclass

import pairing
from build import run

MCA = "llvm-mca-19"
FEATURES = "-mattr=+v8.2a,+dotprod,+i8mm"
ITERATIONS = 200
SAME = 0.05  # blocks of a loop run equally often, but for its first and last turn
MULTIPLIES = {"fmla": 4, "sdot": 16, "smmla": 32, "smull": 8, "smull2": 8, "smlal": 8, "smlal2": 8}  # multiply-adds
TITLES = ("form", "side", "instructions", "multiplies", "share", "A53", "A55", "Neoverse N1", "Neoverse V1")


def multiply_adds(line):
    """Of an instruction: 0 unless it is one of MULTIPLIES. Those of 16-bit factors make half as many."""
    op, _, operands = line.partition("\t")
    return MULTIPLIES.get(op, 0) // (2 if op.startswith("sm") and op != "smmla" and ".4s" in operands else 1)


@dataclass
class Loop:
    code: list  # of assembly, the last line branches to the first
    share: float  # of the program's instructions

    @property
    def multiplies(self):
        return sum(multiply_adds(line) > 0 for line in self.code)

    def has(self, op):
        return any(line.startswith(op) for line in self.code)

    def mca_cycles(self, cpu):
        """Of an iteration in the long run, by LLVM, where all loads hit the first cache."""
        text, totals = "\n".join(["loop:", *self.code, ""]), []
        for n in (ITERATIONS, 2 * ITERATIONS):
            done = subprocess.run([MCA, "-mtriple=aarch64-linux-gnu", f"-mcpu={cpu}", FEATURES, f"-iterations={n}",
                                   "-instruction-info=0", "-resource-pressure=0"], input=text, text=True,
                                  stdout=subprocess.PIPE, stderr=subprocess.PIPE)
            found = re.search(r"Total Cycles:\s+(\d+)", done.stdout)
            if not found:
                raise RuntimeError(f"{MCA}: {done.stderr[:500]}")
            totals.append(int(found[1]))
        return (totals[1] - totals[0]) / ITERATIONS

    def cells(self):
        """Multiplies and multiply-adds a cycle, for each processor that has its instructions."""
        all_adds = sum(map(multiply_adds, self.code))
        cycles = ("-" if self.has("sdot") or self.has("smmla") else pairing.cycles(self.code, True),
                  "-" if self.has("smmla") else pairing.cycles(self.code, False),
                  "-" if self.has("smmla") else self.mca_cycles("neoverse-n1"), self.mca_cycles("neoverse-v1"))
        return [str(len(self.code)), str(self.multiplies), f"{self.share:.2f}",
                *(c if c == "-" else f"{self.multiplies / c:.2f} ({all_adds / c:.1f})" for c in cycles)]


class Table:
    """A row for each loop, with the processors on which it is the one that multiplies most."""

    def __init__(self):
        self.rows = {}

    def add(self, form, side, core, loop):
        cores, _ = self.rows.setdefault((form, side, tuple(loop.code)), ([], loop))
        cores.append(core.removeprefix("Cortex-"))

    def lines(self):
        return [[form, f"{side}: {', '.join(cores)}", *loop.cells()] for (form, side, _), (cores, loop) in self.rows.items()]


def disassemble(words, folder):
    """Lines of assembly; branches go to `loop`."""
    path = os.path.join(folder, "loop.bin")
    with open(path, "wb") as f:
        f.write(struct.pack(f"<{len(words)}I", *words))
    text = run("aarch64-linux-gnu-objdump", "-D", "-b", "binary", "-maarch64", path)
    lines = re.findall(r"^\s+[0-9a-f]+:\t[0-9a-f]{8} \t(.*?)\s*(?://.*)?$", text, re.MULTILINE)
    return [re.sub(r"^(b|b\.\w+|cbn?z\t\w+,|tbn?z\t\w+, #\d+,)\s+0x[0-9a-f]+.*", r"\1 loop", line) for line in lines]


def branch_target(address, word):
    """Of a branch within a function; None for other instructions."""
    for mask, bits, low, width in ((0xff000010, 0x54000000, 5, 19), (0x7e000000, 0x34000000, 5, 19),
                                   (0x7e000000, 0x36000000, 5, 14), (0xfc000000, 0x14000000, 0, 26)):
        if word & mask == bits:
            offset = word >> low & (1 << width) - 1
            return address + 4 * (offset - (offset >> width - 1 << width))
    return None


def read_blocks(path):
    """{address: (runs, instructions)} of what count.c wrote, and the number of all instructions."""
    with open(path, encoding="ascii") as f:
        total = int(f.readline().split()[1])
        rows = [line.split() for line in f]
    blocks = {}
    for runs, address, *words in rows:
        at, found = int(address, 16), (int(runs), [int(w, 16) for w in words])
        blocks[at] = max(found, blocks.get(at, found))
    return blocks, total


def loop_at(blocks, start):
    """The instructions of the loop that starts there and has no other in it; None if there is none. A block ends where
    a page does, too."""
    runs, words, address = blocks[start][0], [], start
    while address in blocks and abs(blocks[address][0] - runs) <= SAME * runs:
        words += blocks[address][1]
        address = start + 4 * len(words)
        target = branch_target(address - 4, words[-1])
        if target == start:
            return words
        if target is not None and target < address:
            return None
    return None


def hottest(path, folder):
    """The loop with the most multiplications."""
    blocks, total = read_blocks(path)
    best = None
    for start, (runs, _) in blocks.items():
        words = loop_at(blocks, start)
        if not words:
            continue
        loop = Loop(disassemble(words, folder), runs * len(words) / total)
        if best is None or runs * loop.multiplies > best[0]:
            best = runs * loop.multiplies, loop
    return best[1]
