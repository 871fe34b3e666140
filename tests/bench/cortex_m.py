# SPDX-License-Identifier: 0BSD
"""Instructions, issue slots and estimated cycles of a program on a Cortex-M that qemu plays: see README.md."""
import argparse
import os
import re
import shutil
import subprocess
import sys
import tempfile

HERE = os.path.dirname(os.path.abspath(__file__))
# Of each target: the board of qemu, and what objdump calls its instructions.
BOARDS = {"m0plus-qemu": ("mps2-an385", "arm"), "m4-qemu": ("mps2-an386", "arm"),
          "m33-qemu": ("mps2-an505", "arm"), "m55-qemu": ("mps3-an547", "armv8.1-m.main")}
MODEL = re.compile(r"^(\w*pte_(?!selftest|check|crc)|arm_|mem(cpy|set|move)$|__aeabi|\w+_forward)")

# Cycles by class, of memory without wait states. M0+: Technical Reference Manual DDI 0484C, table 3.1, with the
# multiplier of one cycle. M4: TRM 100166, table 3-1; P, 1 to 3 cycles to refill the pipeline, is taken as 2, a division
# of 2 to 12 as 7; a load next to another one takes one cycle. M33: Arm publishes no timings; assumed are those of the
# M4, but no cycle more for LDM and LDRD. M55: LLVM's ARMScheduleM55.td for loads whose result the next instruction
# reads (one cycle more) and for vectors, which take two cycles, of which one overlaps the next instruction if that is a
# vector of another pipeline; assumed are branches, LDM and LDRD, a cycle for each element of gathers and scatters, and
# one for the end of a low-overhead loop.
TIMES = {
    "m0plus-qemu": {"load": 2, "store": 2, "multiple": 1, "taken": 1, "call": 2, "divide": 1},
    "m4-qemu": {"load": 2, "store": 1, "multiple": 1, "taken": 2, "call": 2, "divide": 7},
    "m33-qemu": {"load": 2, "store": 1, "multiple": 0, "taken": 2, "call": 2, "divide": 7},
    "m55-qemu": {"load": 1, "store": 1, "multiple": 0, "taken": 2, "call": 2, "divide": 7},
}


class Instruction:
    def __init__(self, address, function, text, times):
        self.address, self.function, self.times = address, function, times
        self.name, _, self.operands = text.split(";")[0].split("@")[0].strip().partition("\t")
        self.name = self.name.removesuffix(".w").removesuffix(".n")

    def is_vector(self):
        """With Helium, not a float's."""
        return self.name.startswith("v") and re.search(r"\bq\d", self.operands) is not None

    def is_branch(self):
        return re.match(r"b(?!f|i|k)|cb|le$|letp$|wls", self.name) or \
            ("pc" in self.operands.split(",")[0] and self.name.startswith(("mov", "ldr"))) or \
            (self.name.startswith(("pop", "ldm")) and "pc" in self.operands)

    def registers(self):
        """How many a load or store of several has; 0: it is none."""
        if re.match(r"(ldrd|strd)", self.name):
            return 2
        if not re.match(r"(ldm|stm|push|pop|vpush|vpop|vldm|vstm)", self.name):
            return 0
        n = 0
        for part in re.search(r"{(.*)}", self.operands)[1].split(","):
            ends = [int(x) for x in re.findall(r"[rsd](\d+)", part)]
            n += ends[1] - ends[0] + 1 if len(ends) == 2 else 1
        return 2 * n if "d" in self.operands[self.operands.index("{"):] else n

    def loads(self):
        return re.match(r"ldr(?!d)", self.name) is not None

    def stores(self):
        return re.match(r"str(?!d)", self.name) is not None

    def elements(self):
        """Of a gather or scatter; 0: it is none."""
        if not re.match(r"v(ldr|str)[bhwd]", self.name) or not re.search(r"\[.*q\d", self.operands):
            return 0
        return 128 // int(self.name.rsplit(".", 1)[1].lstrip("us"))

    def pipe(self):
        if re.match(r"v(ld|st)", self.name):
            return "load"
        multiplies = re.match(r"v(q?r?d?ml|q?r?d?mul|addv|addlv|cmp|pt\.|cvt|fm)", self.name)
        return "multiply" if multiplies else "integer"


def slots(i, target):
    """An instruction's issue slots: those of each register that it loads or stores, two of a vector."""
    if i.registers():
        return i.registers() + (target == "m4-qemu")
    return 2 if i.is_vector() else 1


def cycles(before, i, after, target):
    """Of one execution; what a branch that is taken adds is not here."""
    t = TIMES[target]
    if i.registers():
        return i.registers() + t["multiple"]
    if i.is_vector():
        if i.elements():
            return max(2, i.elements())
        return 1 if after and after.is_vector() and after.pipe() != i.pipe() else 2
    if i.loads():
        if target == "m55-qemu":
            read = after and after.operands.partition(",")[2]
            return t["load"] + bool(read and re.search(rf"\b{i.operands.split(',')[0]}\b", read))
        paired = target != "m0plus-qemu" and before and (before.loads() or before.stores())
        return 1 if paired else t["load"]
    if i.stores():
        return t["store"]
    if re.match(r"[su]div", i.name):
        return t["divide"]
    return 14 if re.match(r"v(div|sqrt)\.f32", i.name) else 1


def read_image(elf, counts, machine):
    """Instructions of the model's functions in the order of addresses."""
    text = subprocess.run(["arm-none-eabi-objdump", "-d", "-m", machine, "--no-show-raw-insn", elf],
                          check=True, capture_output=True, text=True).stdout
    function, found, entries = None, [], 0
    for line in text.splitlines():
        if match := re.match(r"^[0-9a-f]+ <(.*)>:", line):
            function = match[1]
        elif match := re.match(r"^\s*([0-9a-f]+):\s+(\S.*)", line):
            address = int(match[1], 16)
            if MODEL.match(function or ""):
                if re.search(r"_forward$", function) and not any(i.function == function for i in found[-1:]):
                    entries = max(entries, counts.get(address, 0))
                found.append(Instruction(address, function, match[2], counts.get(address, 0)))
    return found, entries


def taken(i, after):
    """How often the branch i was taken, if what follows is reached by it alone."""
    if i.name in ("b", "bx", "bl", "blx") or not after or not re.match(r"b..$|cb|le$|letp$|wls", i.name):
        return i.times
    return i.times - min(i.times, after.times)


def totals(found, target):
    """[instructions, slots, cycles] of all, and instructions of each function."""
    sums, functions = [0, 0, 0], {}
    for k, i in enumerate(found):
        before, after = found[k - 1] if k else None, found[k + 1] if k + 1 < len(found) else None
        sums[0] += i.times
        sums[1] += i.times * slots(i, target)
        sums[2] += i.times * cycles(before, i, after, target)
        if i.is_branch() and not i.name.startswith("le"):
            call = i.name in ("bl", "blx")
            sums[2] += taken(i, after) * TIMES[target]["call" if call else "taken"]
        functions[i.function] = functions.get(i.function, 0) + i.times
    return sums, functions


def main():
    if os.environ.get("CORTEX_M_WORK"):  # as verify's runner: CORTEX_M_WORK, TARGET, the image
        work, target = os.environ["CORTEX_M_WORK"], sys.argv[1]
        shutil.copy(sys.argv[2], f"{work}/image.elf")
        quiet = ("-display", "none", "-serial", "none", "-monitor", "none", "-icount", "shift=0", "-semihosting")
        sys.exit(subprocess.run(["qemu-system-arm", "-M", BOARDS[target][0], *quiet, "-plugin",
                                 f"{work}/addresses.so,out={work}/counts", "-kernel", sys.argv[2]],
                                check=False).returncode)
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--ptec", default="ptec")
    parser.add_argument("--functions", action="store_true", help="those that execute most, too")
    parser.add_argument("--target", choices=sorted(BOARDS), required=True)
    options, rest = parser.parse_known_args()
    with tempfile.TemporaryDirectory() as work:
        subprocess.run(["gcc", "-O2", "-shared", "-fPIC", f"{HERE}/addresses.c", "-o", f"{work}/addresses.so"],
                       check=True)
        runner = f"{sys.executable} {os.path.abspath(__file__)} {options.target} %e"
        subprocess.run([options.ptec, "verify", *rest, "--target", options.target, "--runner", runner], check=True,
                       stdout=subprocess.DEVNULL, env={**os.environ, "CORTEX_M_WORK": work})
        with open(f"{work}/counts", encoding="ascii") as f:
            counts = {int(address, 16): int(times) for address, times in map(str.split, f)}
        found, calls = read_image(f"{work}/image.elf", counts, BOARDS[options.target][1])
    sums, functions = totals(found, options.target)
    print(*(f"{n / calls / 1e6:.3f} M {what}" for n, what in zip(sums, ("instructions", "slots", "cycles"))), sep=", ")
    for name in sorted(functions, key=functions.get, reverse=True)[:12 if options.functions else 0]:
        print(f"{functions[name] / calls:12.0f} {name}")


if __name__ == "__main__":
    main()
