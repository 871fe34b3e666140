# SPDX-License-Identifier: 0BSD
"""Writes tests/unit/quant_table.def: what ExecuTorch's cortex_m definitions give for requantisation
and average pooling, and NumPy for XNNPACK's. Run from the top of the checkout, with executorch installed."""

import itertools
import random

import numpy
import torch
from executorch.backends.cortex_m.passes import cortex_m_pass_manager  # noqa: F401, registers operators
from executorch.backends.cortex_m.passes.passes_utils import requantize_cmsis

def braced(items):
    return "{" + ", ".join(items) + "}"


def literal(v):
    return "INT32_MIN" if v == -(2**31) else str(v)


def requant_rows():
    edge = [0, 1, -1, 2, -2, 3, -3, 127, -128, 2**20, -(2**20), 2**31 - 1, -(2**31)]
    mults = [0, 1, 2**30, 2**31 - 1, -(2**30)]
    shifts = [-31, -30, -8, -1, 0, 1, 8, 31]
    cases = list(itertools.product(edge, mults, shifts))
    rng = random.Random(1)
    for _ in range(150):
        size = rng.randrange(1, 32)
        cases.append((rng.randrange(-(2**size), 2**size), rng.randrange(2**30, 2**31), rng.randrange(-20, 4)))
    for shift in (-12, -5, -2, -1):  # halves, on both sides of 0 and of both roundings
        for k in range(-5, 6):
            for d in (-1, 0, 1):
                cases.append(((2 * k + 1) * 2**-shift + d, 2**30, shift))
    for acc, mult, shift in cases:
        y = requantize_cmsis(torch.tensor([acc], dtype=torch.int32), mult, shift)
        yield braced(map(literal, (acc, mult, shift, int(y))))


def rne_rows():
    """Sum, bits of the scale, and the product's nearest integer: ties, powers of two, the ends of 32 bits."""
    edge = [0, 1, -1, 3, -3, 5, 127, -128, 2**23, 2**24 + 1, -(2**24) - 1, 2**31 - 1, -(2**31)]
    scales = [2.0**e for e in (-31, -24, -8, -2, -1, 0, 7)] + [0.3, 0.1, 1 / 3, 255.99, 1e-38]
    cases = list(itertools.product(edge, scales))
    rng = random.Random(3)
    cases += [(rng.randrange(-(2**20), 2**20), 2.0 ** -rng.randrange(4, 16) * (1 + rng.random())) for _ in range(300)]
    cases += [(2 * k + 1, scale) for k in range(-9, 9) for scale in (0.5, 0.25, 1.5)]
    for acc, scale in cases:
        factor = numpy.float32(scale)
        nearest = int(numpy.rint(numpy.float32(acc) * factor))
        yield braced(map(literal, (acc, int(factor.view(numpy.int32)), max(-(2**31), min(2**31 - 1, nearest)))))


def pool_rows():
    """Rows of h, w, channels last, kernel, stride, pad, zero, multiplier, shift, first output; and all outputs."""
    rng = random.Random(2)
    outputs = []
    rows = []
    for case in range(60):
        k = rng.randrange(1, 5)
        h, w, s, p = rng.randrange(k, 10), rng.randrange(k, 10), rng.randrange(1, 4), rng.randrange(0, k // 2 + 1)
        last = rng.randrange(2)
        zero, mult, shift = rng.randrange(-128, 128), rng.randrange(2**30, 2**31), rng.randrange(-12, 3)
        n = 3 * h * w
        x = torch.tensor([(i * i * 31 + i * 17 + case * 101) % 256 - 128 for i in range(n)], dtype=torch.int8)
        x = x.reshape(1, 3, h, w)
        if last:
            x = x.contiguous(memory_format=torch.channels_last)
        y = torch.ops.cortex_m.quantized_avg_pool2d(x, [k, k], [s, s], [p, p], False, zero, mult, shift, x)
        rows.append(braced(map(str, (h, w, last, k, s, p, zero, mult, shift, len(outputs)))))
        outputs += y.contiguous().flatten().tolist()
    return rows, outputs


def table(f, declaration, values):
    f.write(f"\nstatic const {declaration} = {{\n")
    line = "   "
    for v in values:
        if len(line) + len(str(v)) + 2 > 100:
            f.write(line + "\n")
            line = "   "
        line += f" {v},"
    f.write(line + "\n};\n")


def main():
    rows, outputs = pool_rows()
    with open("tests/unit/quant_table.def", "w") as f:
        f.write("/* SPDX-License-Identifier: 0BSD\n * Made by tests/export/requant.py. */\n/* clang-format off */\n")
        table(f, "int32_t requant_cases[][4]", requant_rows())
        table(f, "int32_t rne_cases[][3]", rne_rows())
        table(f, "int32_t pool_cases[][10]", rows)
        table(f, "int8_t pool_outputs[]", outputs)


if __name__ == "__main__":
    main()
