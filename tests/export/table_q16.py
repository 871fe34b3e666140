# SPDX-License-Identifier: 0BSD
"""Sums of dequantised 16-bit integers times bytes, quantised to 16 bits or bytes, which become integers at -O2."""
import torch
from case import case
from table_q8 import bytes_of, weight
from table_quant import TYPES, qd
from torch.nn import functional as F


def q(x, scale, zero=0, kind="i16"):
    dtype, low, high = TYPES[kind]
    low += kind == "i16"  # as quantisers do
    return qd.quantize_per_tensor(x, scale, zero, low, high, dtype)


def dq(x, scale, zero=0):
    return qd.dequantize_per_tensor(x, scale, zero, *TYPES["i16"][1:], torch.int16)


def words(*shape, low=-32768, high=32768):
    return torch.randint(low, high, shape, generator=torch.Generator().manual_seed(sum(shape))).to(torch.int16)


def heavy(*shape):
    """Weights whose sums need more than 32 bits."""
    data = (bytes_of(*shape).abs() // 2 + 64).to(torch.int8)
    return lambda: qd.dequantize_per_tensor(data, 0.004, 0, -127, 127, torch.int8)


def between(name, operator, function, *inputs):
    """A sum that lies next to a half is rounded before it is quantised by the reference, which sums floats."""
    case(f"q16_{name}", operator, function, *inputs, args="--steps 1")


def conv(name, w, inputs, *conv_args, after=lambda y: y, bias=0, function=F.conv2d, scale=6e-5, kind="i16"):
    b = torch.linspace(-0.7, 0.9, bias) if bias else None
    between(name, "aten::convolution.out",
            lambda x: q(after(function(dq(x, 3e-5), w(), b, *conv_args)), scale, 0, kind), inputs)


conv("conv2d", weight(5, 3, 3, 3), words(2, 3, 7, 6), (2, 1), 1, bias=5)
conv("conv2d_saturated", weight(5, 3, 3, 3), words(1, 3, 5, 6), bias=5, scale=1e-5)
conv("conv2d_channels_last", weight(5, 6, 1, 1), words(1, 6, 4, 5).to(memory_format=torch.channels_last), after=torch.relu)
conv("conv2d_rows", weight(5, 6, 3, 3), words(1, 6, 5, 7).to(memory_format=torch.channels_last), (2, 1), 1, bias=5, scale=9e-5)
conv("conv2d_grouped", weight(6, 2, 1, 3), words(1, 4, 5, 6), 1, 0, 1, 2, bias=6)
conv("depthwise", weight(4, 1, 3, 3), words(1, 4, 5, 6), 1, 1, 1, 4, bias=4, after=F.relu6)
conv("conv1d", weight(5, 3, 4), words(2, 3, 11), 2, 1, bias=5, function=F.conv1d)
conv("conv2d_bytes", weight(5, 3, 3, 3), words(1, 3, 5, 6), bias=5, scale=0.03, kind="i8")
conv("conv2d_wide", heavy(3, 90, 3, 3), words(1, 90, 5, 4, low=29000), 1, 1, bias=3, scale=0.02)
conv("conv_transpose2d", weight(3, 4, 3, 2, axis=1), words(1, 3, 4, 5), 2, bias=4, function=F.conv_transpose2d)
conv("conv_transpose2d_bytes", weight(3, 4, 3, 2, axis=1), words(1, 3, 4, 5), bias=4, function=F.conv_transpose2d, scale=0.03, kind="i8")
conv("conv_transpose2d_wide", heavy(280, 3, 3, 1), words(1, 280, 4, 3, low=29000), bias=3, function=F.conv_transpose2d, scale=0.01)

ROW, MATRIX = torch.linspace(-1.5, 1.5, 5), weight(5, 7)
between("linear", "aten::linear.out", lambda x: q(F.linear(dq(x, 3e-5), MATRIX(), ROW), 7e-5), words(2, 3, 7))
between("linear_relu", "aten::linear.out", lambda x: q(torch.relu(F.linear(dq(x, 3e-5), MATRIX())), 7e-5), words(4, 7))
between("linear_bytes", "aten::linear.out", lambda x: q(F.linear(dq(x, 3e-5), MATRIX(), ROW), 0.03, 4, "i8"), words(4, 7))
between("linear_wide", "aten::linear.out", lambda x, w=heavy(5, 700): q(F.linear(dq(x, 3e-5), w(), ROW), 0.01, 7), words(4, 700, low=29000))
between("mm_columns", "aten::mm.out", lambda x, w=weight(7, 5, axis=1): q(torch.mm(dq(x, 3e-5), w()), 7e-5), words(4, 7))
between("linear_reshape", "aten::linear.out",
        lambda x: q(dq(q(F.linear(dq(x, 3e-5), MATRIX(), ROW), 7e-5), 7e-5).reshape(5, 6), 7e-5), words(6, 7))

# What has no such form: another zero point than 0, 16 bits of bytes.
between("linear_zero", "aten::linear.out", lambda x: q(F.linear(dq(x, 3e-5, 9), MATRIX(), ROW), 7e-5), words(4, 7))
between("linear_of_bytes", "aten::linear.out",
        lambda x: q(F.linear(qd.dequantize_per_tensor(x, 0.03, -5, -128, 127, torch.int8), MATRIX(), ROW), 7e-5), "i8 4x7")
