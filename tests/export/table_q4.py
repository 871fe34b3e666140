# SPDX-License-Identifier: 0BSD
"""Weights of 4 bits, which exporters store as bytes, in sums that become integers at -O2."""
import torch
from table_q8 import conv, between, dq, q
from table_quant import qd
from torch.nn import functional as F


def bytes_of(*shape):
    return torch.randint(-8, 8, shape, generator=torch.Generator().manual_seed(sum(shape))).to(torch.int8)


def weight(*shape, axis=0):
    """A function of none, so that the program holds bytes and scales."""
    data, n = bytes_of(*shape), shape[axis]
    scales, zeros = torch.linspace(0.0313, 0.1077, n), torch.zeros(n, dtype=torch.int64)
    return lambda: qd.dequantize_per_channel(data, scales, zeros, axis, -8, 7, torch.int8)


conv("conv2d_4bit", weight(5, 4, 3, 3), "nhwc i8 2x4x7x6", (2, 1), 1, bias=5)
conv("conv2d_4bit_odd", weight(5, 3, 3, 3), "nhwc i8 1x3x5x6", bias=5, after=torch.relu)
conv("conv2d_4bit_pixels", weight(6, 18, 1, 1), "nhwc i8 1x18x4x5", bias=6)
conv("conv2d_4bit_grouped", weight(6, 4, 1, 3), "nhwc i8 1x8x5x6", 1, 0, 1, 2, bias=6)
conv("depthwise_4bit", weight(4, 1, 3, 3), "nhwc i8 1x4x5x6", 1, 1, 1, 4, bias=4, after=torch.relu)
ROW, MATRIX = torch.linspace(-1.5, 1.5, 5), weight(5, 70)
between("linear_4bit", "aten::linear.out", lambda x: q(F.linear(dq(x, 0.03, -5), MATRIX(), ROW), 0.4, 4), "i8 2x3x70")
between("linear_4bit_row", "aten::linear.out", lambda x: q(torch.relu(F.linear(dq(x, 0.03, -5), MATRIX())), 0.4, -128), "i8 1x70")
between("mm_4bit_columns", "aten::mm.out", lambda x, w=weight(7, 5, axis=1): q(torch.mm(dq(x, 0.03, -5), w()), 0.07, 4), "i8 4x7")
