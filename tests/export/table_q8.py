# SPDX-License-Identifier: 0BSD
"""What lies between dequantise and quantise: each pattern that becomes integer steps or tables at -O2."""
import functools

import torch
from case import case
from table_quant import qd
from torch.nn import functional as F

LIMITS = {torch.int8: (-128, 127), torch.uint8: (0, 255)}


def q(x, scale, zero, dtype=torch.int8):
    return qd.quantize_per_tensor(x, scale, zero, *LIMITS[dtype], dtype)


def dq(x, scale, zero):
    return qd.dequantize_per_tensor(x, scale, zero, *LIMITS[x.dtype], x.dtype)


def bytes_of(*shape):
    return torch.randint(-127, 128, shape, generator=torch.Generator().manual_seed(sum(shape))).to(torch.int8)


def weight(*shape, axis=0, per_channel=True):
    """A function of none, so that the program holds bytes and scales."""
    data, n = bytes_of(*shape), shape[axis]
    if not per_channel:
        return lambda: qd.dequantize_per_tensor(data, 0.008, 0, -127, 127, torch.int8)
    scales, zeros = torch.linspace(0.003, 0.011, n), torch.zeros(n, dtype=torch.int64)
    return lambda: qd.dequantize_per_channel(data, scales, zeros, axis, -127, 127, torch.int8)


def between(name, operator, function, *inputs, args=""):
    case(f"q8_{name}", operator, function, *inputs, args=args)


def conv(name, w, inputs, *conv_args, after=lambda y: y, bias=0, function=F.conv2d, **options):
    b = torch.linspace(-0.7, 0.9, bias) if bias else None
    between(name, "aten::convolution.out",
            lambda x: q(after(function(dq(x, 0.021, 11), w(), b, *conv_args, **options)), 0.06, -9), inputs)


conv("conv2d", weight(5, 3, 3, 3), "i8 2x3x7x6", (2, 1), 1, bias=5)
conv("conv2d_relu", weight(5, 3, 3, 3), "i8 1x3x5x6", bias=5, after=torch.relu)
conv("conv2d_relu6", weight(4, 3, 2, 2), "i8 1x3x5x6", bias=4, after=F.relu6)
conv("conv2d_clamped_far", weight(4, 3, 2, 2), "i8 1x3x5x6", bias=4, after=lambda y: F.hardtanh(y, -0.3, 99.0))
conv("conv2d_nobias", weight(4, 6, 1, 1), "i8 1x6x4x5")
conv("conv2d_grouped", weight(6, 2, 1, 3), "i8 1x4x5x6", 1, 0, 1, 2, bias=6)
conv("conv2d_per_tensor", weight(5, 3, 3, 3, per_channel=False), "i8 1x3x5x6", bias=5)
conv("depthwise", weight(4, 1, 3, 3), "i8 1x4x5x6", 1, 1, 1, 4, bias=4, after=torch.relu)
conv("conv1d", weight(5, 3, 4), "i8 2x3x11", 2, 1, bias=5, function=F.conv1d)
conv("conv_transpose2d_phases", weight(4, 3, 4, 5, axis=1), "i8 1x4x3x4", (2, 3), (1, 2), (1, 0), 2, bias=6, function=F.conv_transpose2d)
conv("conv_transpose2d", weight(3, 4, 3, 2, axis=1), "i8 1x3x4x5", 2, bias=4, function=F.conv_transpose2d)
case("q8_conv2d_narrow", "aten::convolution.out",  # as narrow as the window in the second call
     lambda x, w=weight(5, 2, 3, 1): q(F.conv2d(dq(x, 0.021, 11), w()), 0.06, -9), "i8 1x2x7x4",
     more=(("i8 1x2x7x1",),), dynamic_shapes=(({3: torch.export.Dim("width", max=5)},),))
# Large enough that a sum lies next to a half, which the reference's floats miss.
case("q8_conv2d_halves", "aten::convolution.out",
     lambda x, w=weight(16, 8, 3, 3, per_channel=False): q(F.conv2d(dq(x, 0.021, 11), w(), None, 1, 1), 0.11, -9),
     torch.randint(-128, 128, (1, 8, 16, 20), generator=torch.Generator().manual_seed(1)).to(torch.int8), args="--steps 1")
conv("conv2d_channels_last", weight(5, 3, 3, 3), "nhwc i8 1x3x5x6", 1, 1, bias=5)

between("conv2d_table", "aten::convolution.out",
        lambda x, v=weight(70, 3, 3, 3), d=weight(70, 1, 3, 3), w=weight(5, 70, 1, 1):
        q(F.conv2d(dq(q(F.leaky_relu(dq(q(F.conv2d(dq(q(F.relu6(dq(q(F.conv2d(dq(x, 0.021, 11), v()), 0.1, 3), 0.1, 3)),
          0.024, -128), 0.024, -128), d(), None, 1, 1, 1, 70), 0.05, -9), 0.05, -9), 0.1), 0.04, -60), 0.04, -60), w()), 0.1, 2),
        "i8 1x3x9x8")
ROW, MATRIX = torch.linspace(-1.5, 1.5, 5), weight(5, 7)
between("linear", "aten::linear.out", lambda x: q(F.linear(dq(x, 0.03, -5), MATRIX(), ROW), 0.07, 4), "i8 2x3x7")
between("linear_relu", "aten::linear.out",
        lambda x: q(torch.relu(F.linear(dq(x, 0.03, -5), MATRIX())), 0.07, -128), "i8 4x7")
between("addmm", "aten::addmm.out",
        lambda x: q(torch.addmm(ROW, dq(x, 0.03, -5), MATRIX().t()), 0.07, 4), "i8 4x7")
between("mm_columns", "aten::mm.out", lambda x, w=weight(7, 5, axis=1): q(torch.mm(dq(x, 0.03, -5), w()), 0.07, 4), "i8 4x7")

# Work for which no integer form is exact enough: weights with zero points, bytes computed at run time, sums beyond 32 bits,
# results whose zero point is no byte or that fall with the sum.
ZEROS = torch.tensor([0, 3, 0, -2, 0])
between("linear_weight_zeros", "aten::linear.out",
        lambda x, w=bytes_of(5, 7), s=torch.linspace(0.003, 0.011, 5):
        q(F.linear(dq(x, 0.03, -5), qd.dequantize_per_channel(w, s, ZEROS, 0, -128, 127, torch.int8)), 0.07, 4), "i8 4x7")
between("mm_two", "aten::mm.out", lambda a, b: q(torch.mm(dq(a, 0.03, -5), dq(b, 0.02, 7)), 0.11, 4), "i8 4x7", "i8 7x3")
between("conv2d_far_zero", "aten::convolution.out",
        lambda x, w=weight(5, 3, 3, 3): q(F.conv2d(qd.dequantize_per_tensor(x, 2e-7, 16_000_000, -128, 127, torch.int8), w()), 0.06, -9),
        "i8 1x3x5x6")
between("conv2d_far_result_zero", "aten::convolution.out",
        lambda x, w=weight(5, 3, 3, 3): q(F.conv2d(dq(x, 0.021, 11), w()), 3e-5, -65537), "i8 1x3x5x6")
between("conv2d_falling", "aten::convolution.out",
        lambda x, w=weight(5, 3, 3, 3): q(F.conv2d(dq(x, 0.021, 11), w()), -0.06, -9), "i8 1x3x5x6")
between("conv2d_float_result", "aten::convolution.out",
        lambda x, w=weight(4, 3, 2, 2): F.conv2d(dq(x, 0.03, -5), w()), "i8 1x3x5x6")

# Elementwise: sums and products in one loop, functions of one byte by table.
between("add", "aten::add.out", lambda a, b: q(dq(a, 0.03, -5) + dq(b, 0.05, 17), 0.06, 3), "i8 2x3x4", "i8 2x3x4")
between("add_relu", "aten::add.out",
        lambda a, b: q(torch.relu(dq(a, 0.03, -5) + dq(b, 0.05, 17)), 0.03, -128), "i8 3x5", "i8 3x5")
between("add_near", "aten::add.out", lambda a, b: q(dq(a, 0.03, -5) + dq(b, 0.05, 17), 1e-8, 3), "i8 3x5", "i8 3x5")  # in 32 bits
between("add_far", "aten::add.out", lambda a, b: q(dq(a, 0.03, -5) + dq(b, 0.05, 17), 1e-9, 3), "i8 3x5", "i8 3x5")
between("add_same", "aten::add.out", lambda a: q(dq(a, 0.03, -5) + dq(a, 0.03, -5), 0.06, 3), "i8 3x5")
between("mul_broadcast", "aten::mul.out",
        lambda a, b: q(dq(a, 0.03, -5) * dq(b, 0.02, 100), 0.05, 3), "i8 1x4x1x1", "i8 1x4x5x6")
FUNCTIONS = {"hardswish": F.hardswish, "hardsigmoid": F.hardsigmoid, "sigmoid": torch.sigmoid, "tanh": torch.tanh,
             "gelu": F.gelu, "gelu_tanh": lambda x: F.gelu(x, approximate="tanh"), "elu": F.elu, "silu": F.silu,
             "leaky_relu": F.leaky_relu, "exp": torch.exp, "square": lambda x: x * x}
OPERATORS = {"gelu_tanh": "gelu", "square": "mul", "hardswish": "div", "hardsigmoid": "div", "silu": "sigmoid"}
BYTES = torch.arange(-128, 128).roll(100).to(torch.int8)  # the last is not the largest
for function, f in FUNCTIONS.items():
    between(function, f"aten::{OPERATORS.get(function, function)}.out",
            lambda x, f=f: q(f(dq(x, 0.03, -7)), 0.025, -20), BYTES,
            args="--steps 1" if function in ("hardswish", "hardsigmoid") else "")  # divides by 6 as by its reciprocal
between("relu", "aten::relu.out", lambda x: q(torch.relu(dq(x, 0.03, -7)), 0.03, -7), BYTES)
for times in 16, 17:  # as many steps as become a table, and one more
    between(f"tanh_{times}_times", "aten::tanh.out",
            lambda x, n=times: q(functools.reduce(lambda y, _: torch.tanh(y), range(n), dq(x, 0.03, -7)), 0.003, -7), BYTES)
between("rescale", "quantized_decomposed::quantize_per_tensor.out", lambda x: q(dq(x, 0.03, -7), 0.041, 5), BYTES)
between("prelu", "aten::where.self_out",
        lambda x, s=torch.tensor([0.1, 0.3, 0.5]).reshape(3, 1): q(torch.where(dq(x, 0.03, -7) > 0, dq(x, 0.03, -7), s * dq(x, 0.03, -7)), 0.02, -20),
        "i8 2x3x4")
between("softmax", "aten::_softmax.out", lambda x: q(torch.softmax(dq(x, 0.1, -7), -1), 1 / 256, -128), "i8 3x7")

# Means and windows.
between("mean", "aten::mean.out", lambda x: q(dq(x, 0.03, -7).mean((2, 3), True), 0.02, 5), "i8 2x3x4x5")
between("global_avg_pool", "aten::avg_pool2d.out", lambda x: q(F.avg_pool2d(dq(x, 0.03, -7), (4, 5)), 0.02, 5), "i8 2x3x4x5")
between("avg_pool2d", "aten::avg_pool2d.out", lambda x: q(F.avg_pool2d(dq(x, 0.03, -7), (2, 3)), 0.02, 5), "i8 2x3x5x7")
between("avg_pool2d_overlapping", "aten::avg_pool2d.out",
        lambda x: q(F.avg_pool2d(dq(x, 0.03, -7), 3, 2, 1), 0.02, 5), "i8 2x3x5x7")
between("max_pool2d", "aten::max_pool2d_with_indices.out",
        lambda x: q(F.max_pool2d(dq(x, 0.03, -7), 3, 2, 1), 0.03, -7), "i8 2x3x5x7")
between("max_pool2d_rescaled", "aten::max_pool2d_with_indices.out",
        lambda x: q(F.max_pool2d(dq(x, 0.03, -7), 2), 0.04, 5), "i8 2x3x5x7")

# Movements.
between("reshape", "quantized_decomposed::quantize_per_tensor.out", lambda x: q(dq(x, 0.03, -7).reshape(3, 8), 0.03, -7), "i8 2x3x4")
between("permute", "aten::permute_copy.out", lambda x: q(dq(x, 0.03, -7).permute(2, 0, 1), 0.03, -7), "i8 2x3x4")
between("slice", "aten::slice_copy.Tensor_out", lambda x: q(dq(x, 0.03, -7)[:, 1:3], 0.03, -7), "i8 2x4x5")
between("cat", "aten::cat.out", lambda a, b: q(torch.cat((dq(a, 0.03, -7), dq(b, 0.03, -7)), 1), 0.03, -7),
        "i8 2x3x4", "i8 2x1x4")
between("cat_rescaled", "aten::cat.out", lambda a, b: q(torch.cat((dq(a, 0.03, -7), dq(b, 0.05, 3)), 1), 0.05, 3),
        "i8 2x3x4", "i8 2x1x4")
between("linear_reshape", "aten::linear.out",
        lambda x: q(F.linear(dq(x, 0.03, -5), MATRIX(), ROW).reshape(5, 6), 0.07, 4), "i8 6x7")

# Bytes without a sign.
U8 = torch.uint8
between("u8_conv2d_relu", "aten::convolution.out",
        lambda x, w=weight(5, 3, 3, 3): q(F.relu(F.conv2d(dq(q(x, 0.02, 120, U8), 0.02, 120), w(), ROW)), 0.04, 0, U8), "1x3x5x6")
between("u8_chain", "aten::convolution.out",
        lambda x, v=weight(4, 3, 2, 2), w=weight(5, 4, 1, 1):
        dq(q(F.conv2d(dq(q(F.relu(F.conv2d(dq(q(x, 0.02, 120, U8), 0.02, 120), v())), 0.04, 0, U8), 0.04, 0), w(), ROW), 0.1, 100, U8), 0.1, 100),
        "1x3x5x6", args="--steps 1")
between("u8_input", "aten::convolution.out",
        lambda x, w=weight(5, 3, 3, 3): q(F.relu(F.conv2d(dq(x, 0.02, 120), w(), ROW)), 0.04, 0, U8), "u8 1x3x5x6")
between("u8_add", "aten::add.out", lambda a, b: q(dq(a, 0.02, 120) + dq(b, 0.02, 120), 0.04, 0, U8), "u8 3x5", "u8 3x5")
between("u8_sigmoid", "aten::sigmoid.out", lambda x: q(torch.sigmoid(dq(x, 0.03, 121)), 1 / 256, 0, U8),
        torch.arange(256).to(U8))
