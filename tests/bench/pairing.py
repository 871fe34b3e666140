# SPDX-License-Identifier: 0BSD
"""Cycles of a loop on the in-order cores Cortex-A53 and A55, by what is published of their pairs of instructions.

Both issue two instructions a cycle in order, and wait for operands. Of a pair at most one is a 128-bit vector
operation, one reads memory, one branches; a 128-bit load issues alone and takes two cycles for each register.
The A55 issues 64-bit loads and inserts beside a vector operation, the A53 those of integer registers only. Sources:
Arm's Cortex-A55 Software Optimization Guide (ARM-EPM-128372), LLVM's AArch64SchedA55.td for latencies, and ncnn's
arm-a53-a55-dual-issue.md, measured on both. LLVM's own models of them say of themselves that they are not precise:
that of the A55 issues two 128-bit FMLA a cycle.
"""
import re
from dataclasses import dataclass, field

INT, MEMORY, HALF_LOAD, WIDE_LOAD, HALF, VECTOR, BRANCH = range(7)
LOADS = {MEMORY, HALF_LOAD, WIDE_LOAD}
MULTIPLY_LATENCY, VECTOR_LATENCY, LOAD_LATENCY, VECTOR_LOAD_LATENCY = 4, 3, 3, 4
ACCUMULATES = r"fml[as]|[su]dot|[su]ml[as]l|[su]adalp|smmla|ins\b"
ITERATIONS = 40


@dataclass
class Instruction:
    kind: int
    cycles: int = 1  # of issue
    latency: int = 1
    writes: list = field(default_factory=list)
    reads: list = field(default_factory=list)


def registers(text):
    """Numbers of registers, vectors apart from integers."""
    found = re.findall(r"\b([vqdshbxw])(\d+)\b", text)
    return [("v" if bank in "vqdshb" else "x") + number for bank, number in found]


def read_load(op, operands):
    listed, _, address = operands.partition("[")
    if op.startswith("ld1") and "}[" in operands:  # one lane of a register
        listed, _, address = operands.partition("}[")
        return Instruction(HALF_LOAD, 1, VECTOR_LOAD_LATENCY, registers(listed), registers(operands))
    names = registers(listed)
    writes = names + (registers(address)[:1] if re.search(r"\]!|\], ", operands) else [])
    wide = bool(re.match(r"q\d", listed)) or (op != "ld1r" and bool(re.search(r"\.(16b|8h|4s|2d)", listed)))
    if wide:
        return Instruction(WIDE_LOAD, 2 * len(names), VECTOR_LOAD_LATENCY + 2 * len(names) - 1, writes, registers(address))
    vector = names[0][0] == "v"
    return Instruction(HALF_LOAD if vector else MEMORY, len(names), VECTOR_LOAD_LATENCY if vector else LOAD_LATENCY, writes,
                       registers(address))


def read_instruction(line):
    op, _, operands = line.replace("\t", " ").partition(" ")
    names = registers(operands)
    if op.startswith("ld"):
        return read_load(op, operands)
    if op.startswith(("st", "prfm")):
        return Instruction(MEMORY, 1, 1, [], names)
    if re.match(r"b$|b\.|cbn?z|tbn?z", op):
        return Instruction(BRANCH, 1, 1, [], names + ["flags"] * op.startswith("b."))
    if op in ("cmp", "cmn", "tst"):
        return Instruction(INT, 1, 1, ["flags"], names)
    if not any(name[0] == "v" for name in names):
        return Instruction(INT, 1, 1, names[:1] + ["flags"] * (op in ("subs", "adds", "ands")), names[1:])
    inserts = op in ("ins", "fmov") or re.match(r"\s*v\d+\.[bhsd]\[", operands)
    multiplies = re.match(r"f?m|[su]dot|[su]ml|[su]mull|[su]adalp|smmla|fadd|fml", op) and op != "mov"
    latency = MULTIPLY_LATENCY if multiplies else VECTOR_LATENCY
    reads = names[1:] + (names[:1] if re.match(ACCUMULATES, op) or inserts else [])
    return Instruction(HALF if inserts else VECTOR, 1, latency, names[:1], reads)


def fits(pair, new, is_a53):
    """Whether it may issue beside what the cycle has already."""
    kinds = {other.kind for other in pair}
    if len(pair) == 2 or WIDE_LOAD in kinds or (new.kind == WIDE_LOAD and pair):
        return False
    if (new.kind in LOADS and kinds & LOADS) or (new.kind in (VECTOR, BRANCH) and new.kind in kinds):
        return False
    narrow = {HALF_LOAD, HALF}
    return not (is_a53 and (new.kind == VECTOR and kinds & narrow or new.kind in narrow and VECTOR in kinds))


def cycles(code, is_a53):
    """Of an iteration in the long run."""
    program = [read_instruction(line) for line in code]
    ready, pair, now, memory_free, ends = {}, [], 0, 0, []
    for _ in range(ITERATIONS):
        for new in program:
            start = max([now, *(ready.get(name, 0) for name in new.reads)])
            if new.kind in LOADS:
                start = max(start, memory_free)
            if start > now:
                now, pair = start, []
            if not fits(pair, new, is_a53):
                now, pair = now + 1, []
            pair.append(new)
            if new.kind in LOADS:
                memory_free = now + new.cycles
            for name in new.writes:
                ready[name] = now + (new.latency if name[0] == "v" or new.kind == MEMORY else 1)
            if new.kind == WIDE_LOAD:
                now, pair = now + new.cycles, []
        ends.append(now)
    half = ITERATIONS // 2
    return (ends[-1] - ends[half - 1]) / (ITERATIONS - half)
