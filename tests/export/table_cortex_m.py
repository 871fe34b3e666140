# SPDX-License-Identifier: 0BSD
"""cortex_m: quantised layers as exported, and the integer operators themselves at the ends of their range."""
import torch
from case import case, pointwise
from cortex_m import make_cortex_m
from torch import nn

cm = torch.ops.cortex_m


def layer(name, operator, function, *inputs):
    case(f"cortex_m_{name}", f"cortex_m::{operator}.out", function, *inputs, make=make_cortex_m)


layer("add", "quantized_add", torch.add, "1x3x4x5", "1x3x4x5")
layer("add_alpha", "quantized_add", lambda a, b: torch.add(a, b, alpha=2), "3x5", "3x5")
layer("sub", "quantized_add", torch.sub, "3x5", "3x5")
layer("add_relu", "quantized_add", lambda a, b: torch.relu(a + b), "3x5", "3x5")
layer("mul", "quantized_mul", torch.mul, "2x3x5", "2x3x5")
layer("mul_channel", "quantized_mul", torch.mul, "1x3x4x5", "1x3x1x1")
layer("div", "quantized_div", lambda a, b: a / (b.abs() + 1), "3x5", "3x5")
layer("minimum", "minimum", torch.minimum, "3x5", "3x5")
layer("maximum", "maximum", torch.maximum, "3x5", "3x5")
layer("sigmoid", "quantized_activation", torch.sigmoid, "3x5")
layer("tanh", "quantized_activation", torch.tanh, "3x5")
layer("silu", "quantized_activation", nn.SiLU(), "3x5")
layer("hardswish", "quantized_mul", nn.Sequential(nn.Linear(5, 4), nn.Hardswish()), "3x5")
layer("linear", "quantized_linear", nn.Linear(7, 5), "3x7")
layer("linear_nobias", "quantized_linear", nn.Linear(7, 5, bias=False), "2x3x7")
layer("linear_relu", "quantized_linear", nn.Sequential(nn.Linear(7, 5), nn.ReLU(), nn.Linear(5, 3)), "3x7")
layer("conv2d", "quantized_conv2d", nn.Conv2d(3, 5, (3, 2)), "1x3x6x7")
layer("conv2d_stride_pad", "quantized_conv2d", nn.Conv2d(3, 5, 3, stride=(2, 1), padding=1, bias=False), "1x3x7x6")
layer("conv2d_batch", "quantized_conv2d", nn.Conv2d(3, 4, 1), "2x3x4x5")
layer("conv2d_relu6", "quantized_conv2d", nn.Sequential(nn.Conv2d(3, 4, 2), nn.ReLU6()), "1x3x5x6")
layer("depthwise", "quantized_depthwise_conv2d", nn.Conv2d(4, 4, 3, padding=1, groups=4), "1x4x5x6")
layer("depthwise_multiplier", "quantized_depthwise_conv2d", nn.Conv2d(2, 6, (3, 2), stride=(1, 2), groups=2), "1x2x5x6")
layer("depthwise_wide", "quantized_depthwise_conv2d", nn.Conv2d(6, 6, (5, 3), stride=(2, 1), padding=(2, 1), groups=6), "1x6x9x7")
layer("conv_transpose2d", "quantized_transpose_conv2d", nn.ConvTranspose2d(3, 4, (3, 2), stride=2), "1x3x4x5")
layer("conv_transpose2d_pad", "quantized_transpose_conv2d",
      nn.ConvTranspose2d(2, 3, 3, stride=(2, 1), padding=(1, 0), bias=False), "1x2x4x5")
layer("avg_pool2d", "quantized_avg_pool2d", nn.AvgPool2d((2, 3)), "1x2x6x7")
layer("avg_pool2d_pad", "quantized_avg_pool2d", nn.AvgPool2d(3, stride=2, padding=1, count_include_pad=False), "1x2x6x7")
layer("avg_pool2d_ceil", "quantized_avg_pool2d", nn.AvgPool2d((2, 3), stride=2, ceil_mode=True), "1x2x5x6")
layer("avg_pool2d_channels", "quantized_avg_pool2d", nn.Sequential(nn.Conv2d(2, 19, 1), nn.AvgPool2d(3, stride=2)), "1x2x8x9")
layer("mean", "quantized_avg_pool2d", lambda a: a.mean((2, 3)), "1x3x4x5")
layer("max_pool2d", "quantized_max_pool2d", nn.MaxPool2d((2, 3), stride=(2, 1)), "1x2x6x7")
layer("max_pool2d_pad", "quantized_max_pool2d", nn.MaxPool2d(3, stride=2, padding=1), "1x2x6x7")
layer("pad", "pad", lambda a: nn.functional.pad(a, (1, 2, 0, 3)), "1x2x3x4")
layer("transpose", "transpose", lambda a: a.permute(0, 2, 1), "2x3x4")
layer("permute", "transpose", lambda a: a.permute(0, 3, 1, 2), "1x3x4x5")
layer("softmax", "softmax", nn.Softmax(-1), "3x7")
layer("batch_matmul", "quantized_batch_matmul", torch.bmm, "2x3x4", "2x4x5")
layer("cat", "quantize_per_tensor", lambda a, b: torch.cat([a, b], 1), "2x3", "2x4")
layer("clamp", "dequantize_per_tensor", lambda a: a.clamp(-1, 2), "3x5")


def integer(name, operator, function, *inputs):
    pointwise(f"cortex_m_{name}_i8", f"cortex_m::{operator}.out", function, *inputs, eager=True)


PAIR = "i8 7x8", "i8 7x8"
HALF, MANY = 1 << 30, 1518500250  # multipliers 0.5 and 0.707 in Q31
integer("quantized_add", "quantized_add",
        lambda a, b: cm.quantized_add(a, 3, HALF, 0, b, -128, MANY, -1, -5, MANY, -18, -128, 127), *PAIR)
integer("quantized_add_narrow", "quantized_add",
        lambda a, b: cm.quantized_add(a, -3, MANY, 0, b, 100, HALF, 1, 39, HALF, -20, -7, 90), *PAIR)
integer("quantized_mul", "quantized_mul", lambda a, b: cm.quantized_mul(a, 3, b, -128, -5, MANY, -6), *PAIR)
integer("quantized_mul_ties", "quantized_mul", lambda a, b: cm.quantized_mul(a, 0, b, 0, 0, HALF, -2), *PAIR)
integer("quantized_mul_left", "quantized_mul", lambda a, b: cm.quantized_mul(a, 1, b, -1, 0, HALF, 3), *PAIR)
ROWS = torch.tensor([[3, -2, 1, 0, -1, 2, -3], [1, 1, -1, -1, 2, -2, 1], [0, 5, -4, 1, 0, -1, -1]], dtype=torch.int8)
integer("quantized_linear_left", "quantized_linear",
        lambda a: cm.quantized_linear(a, ROWS, torch.tensor([7, -9, 0], dtype=torch.int32), None, 5, 0, -3, [MANY], [2], 120, -100),
        "i8 3x7")
WINDOWS = ROWS[:, :6].reshape(3, 2, 3, 1).contiguous()
integer("quantized_conv2d_left", "quantized_conv2d",
        lambda a: cm.quantized_conv2d(a, WINDOWS, None, [1, 1], [1, 0], [1, 1], 5, -3,
                                      torch.tensor([MANY, HALF, MANY], dtype=torch.int32),
                                      torch.tensor([3, 0, -2], dtype=torch.int32), -128, 127, torch.zeros(0, dtype=torch.int8)),
        torch.arange(-128, 127, 5).to(torch.int8)[:35].reshape(1, 1, 5, 7).to(memory_format=torch.channels_last))


def four_bits(*shape):
    return torch.randint(-8, 8, shape, generator=torch.Generator().manual_seed(sum(shape))).to(torch.int8)


# In the second one sums times 16 do not fit 32 bits.
BIASES = torch.tensor([700, -9, 0, 33, -512], dtype=torch.int32)
for name, bias in (("4bit", BIASES), ("4bit_large", torch.tensor([1 << 29, -9, 0, 33, -512], dtype=torch.int32))):
    integer(f"quantized_conv2d_{name}", "quantized_conv2d",
            lambda a, w=four_bits(5, 3, 2, 6), b=bias: cm.quantized_conv2d(
                a, w, b, [1, 2], [1, 0], [1, 1], 5, -3, torch.tensor([HALF, MANY, MANY, HALF, MANY], dtype=torch.int32),
                torch.tensor([-6, -7, -6, -8, -5], dtype=torch.int32), -128, 127, torch.zeros(0, dtype=torch.int8)),
            torch.randint(-128, 128, (1, 6, 5, 7), generator=torch.Generator().manual_seed(1), dtype=torch.int8).to(memory_format=torch.channels_last))
integer("quantized_linear_4bit", "quantized_linear",
        lambda a, w=four_bits(5, 34): cm.quantized_linear(a, w, BIASES, None, 5, 0, -3, [HALF], [-5], 127, -128), "i8 3x34")
integer("minimum", "minimum", cm.minimum, *PAIR)
integer("maximum", "maximum", cm.maximum, *PAIR)
integer("quantized_activation", "quantized_activation", cm.quantized_activation, "i8 3x7",
        torch.arange(255, -1, -1).sub(128).to(torch.int8))
integer("transpose", "transpose", lambda a: cm.transpose(a, [2, 0, 1]), "i8 2x3x5")
integer("pad", "pad", lambda a: cm.pad(a, [0, 0, 1, 2], [0, 0, 2, 0], -9), "i8 3x5")
integer("dequantize", "dequantize_per_tensor",
        lambda a: cm.dequantize_per_tensor(a, 0.05, 3, -128, 127, torch.int8), "i8 3x7")
case("cortex_m_quantize_i8", "cortex_m::quantize_per_tensor.out",
     lambda a, b: cm.quantize_per_tensor(a + b * 4, 0.05, 3, -128, 127, torch.int8),
     torch.arange(-210, 210, 5).reshape(6, 14) * 0.025, "6x1", eager=True)
