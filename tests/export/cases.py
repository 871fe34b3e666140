# SPDX-License-Identifier: 0BSD
"""One small bundled program a source operator and variant: python cases.py OUT [NAME...]

The tables (table_*.py) say what there is; every expected output comes from the ExecuTorch runtime."""
import sys
import traceback

import torch
from case import CASES
from index import place, write_rows
from inputs import make_cases, typical
from oracle import lower, operators, randomise, run, seed, write_bundle
from torch.utils._pytree import tree_flatten
from xnnpack import nodes

TABLES = "table_math", "table_complex", "table_nn", "table_move", "table_dynamic", "table_reduce", "table_order", "table_quant", "table_q8", "table_q16", "table_q4", "table_cortex_m", "table_cadence", "table_cadence_nets", "table_turns", \
    "table_xnnpack", "table_xnnpack_sizes", "table_llm", "table_llm_other", "table_torchao", "table_custom", "table_delegate", "table_sizes", "table_sizes_more"


def make_portable(c, inputs):
    program = lower(c.function, inputs[0], **c.options)
    if c.eager:
        with torch.no_grad():
            outputs = [list(tree_flatten(c.function(*case))[0]) for case in inputs]
        return program, [[o if o.numel() else o.new_empty(o.shape) for o in case] for case in outputs]
    return program, run(program.buffer, inputs)


def write_args(folder, c):
    link = f"--name model --link {c.link}" if c.foreign else ""
    for name, parts in {"args": (c.foreign, link, c.bind, c.args), "args.compile": (c.foreign, c.bind)}.items():
        text = " ".join(filter(None, parts))
        if text:
            with open(f"{folder}/{name}", "w") as f:
                f.write(text + "\n")


def build(c, out):
    seed(c.name)
    if isinstance(c.function, torch.nn.Module):
        randomise(c.function)
    inputs = make_cases(c.inputs, c.elementwise) + [tuple(map(typical, specs)) for specs in c.more]
    program, outputs = (c.make or make_portable)(c, inputs)
    found = operators(program) | nodes(program)
    assert c.operator in found, f"exported as {sorted(found)}"
    folder = f"{out}/{place(c.name)}"
    size = write_bundle(f"{folder}/case.bpte", program.buffer, {"forward": (inputs, outputs)})
    assert size < c.most_bytes, f"{size} bytes"
    write_args(folder, c)
    return size


def main(out, names):
    for table in TABLES:
        __import__(table)
    failed = 0
    for name in names or CASES:
        try:
            print(name, CASES[name].operator, build(CASES[name], out), flush=True)
        except Exception:
            failed += 1
            print("FAILED", name, traceback.format_exc(limit=-3), flush=True)
    write_rows(out, names or CASES)
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1], sys.argv[2:]))
