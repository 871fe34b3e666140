# SPDX-License-Identifier: 0BSD
"""XNNPACK's delegate: each node kind in float, then quantised."""
import dataclasses

import torch
from case import case
from executorch.backends.xnnpack.partition.config.xnnpack_config import ConfigPrecisionType
from torch import nn
from torch.nn import functional as F
from xnnpack import answer_by, make_xnnpack, schema, swap


def node(name, kind, function, *inputs, **options):
    case(f"xnnpack_{name}", f"xnnpack::{kind}", function, *inputs, make=make_xnnpack, **options)


class Clamped(nn.Module):
    """Scales before and behind the clamp; what is nn.ReLU6 has one."""
    def __init__(self):
        super().__init__()
        self.first, self.second = nn.Linear(7, 5), nn.Linear(5, 3)

    def forward(self, x):
        return self.second(F.relu6(self.first(x)))


class Residual(nn.Module):
    def __init__(self):
        super().__init__()
        self.first, self.second = nn.Conv2d(3, 3, 1), nn.Conv2d(3, 3, 3, padding=1)

    def forward(self, x):
        x = self.first(x)
        return torch.relu(self.second(x) + x)


class Between(nn.Module):
    """Elementwise nodes whose operands and results are convolutions'."""
    def __init__(self):
        super().__init__()
        self.first, self.second = nn.Conv2d(2, 3, 1), nn.Conv2d(2, 3, 1)
        self.third, self.fourth = nn.Conv2d(3, 2, 1), nn.Conv2d(3, 2, 1)

    def forward(self, x):
        a, b = self.first(x), self.second(x)
        return self.third(a * b) + self.fourth(a - b)


class MapsBetween(nn.Module):
    """What no delegate takes, between pictures that have their channels last."""
    def __init__(self):
        super().__init__()
        self.first, self.second = nn.Conv2d(2, 3, 1), nn.Conv2d(3, 4, 3)

    def forward(self, x, y):
        a = torch.erf(self.first(x))
        return self.second(a), self.second(torch.erf(a + torch.special.expm1(y)))


class Scaled(nn.Module):
    def __init__(self):
        super().__init__()
        self.conv = nn.Conv2d(3, 4, (3, 2), padding=1)
        self.factor = nn.Parameter(torch.ones(1, 4, 1, 1))

    def forward(self, x):
        return self.conv(x) * self.factor


node("add", "Add", torch.add, "2x3x4", "2x3x4")
node("add_broadcast", "Add", torch.add, "2x3x4x5", "3x1x5")
node("add_relu", "Add", lambda a, b: torch.relu(a + b), "3x5", "3x5")
node("sub", "Subtract", torch.sub, "2x3x4", "4")
node("mul", "Multiply", torch.mul, "2x3x4", "2x1x4")
node("div", "Div", torch.div, "2x3x4", "2x3x4")
node("minimum", "Minimum", torch.minimum, "3x5", "3x5")
node("maximum", "Maximum", torch.maximum, "3x5", "3x5")
node("abs", "Abs", torch.abs, "3x5")
node("ceil", "Ceiling", torch.ceil, "3x5")
node("floor", "Floor", torch.floor, "3x5")
node("neg", "Negate", torch.neg, "3x5")
node("sqrt", "SquareRoot", torch.sqrt, "3x5 >0")
node("rsqrt", "ReciprocalSquareRoot", torch.rsqrt, "3x5 >0")
node("square", "Square", lambda x: torch.pow(x, 2), "3x5")
node("exp", "Exp", torch.exp, "3x5")
node("log", "Log", torch.log, "3x5 >0")
node("sin", "Sin", torch.sin, "3x5")
node("cos", "Cos", torch.cos, "3x5")
node("tanh", "Tanh", torch.tanh, "3x5")
node("sigmoid", "Sigmoid", torch.sigmoid, "3x5")
node("gelu", "Gelu", nn.GELU(), "3x5")
node("elu", "ELU", torch.abs, "3x5", edit=swap("Abs", "ELU", alpha=0.7))
node("hardswish", "Hardswish", nn.Hardswish(), "3x5")
node("hardswish_far", "Hardswish", nn.Hardswish(), torch.tensor([3.4e38, 1e38, 6e37, -6e37, -3.4e38]))  # six times that is infinite
node("leaky_relu", "LeakyReLU", nn.LeakyReLU(0.2), "3x5")
node("prelu", "PReLU", nn.PReLU(3), "2x3x4x5")
node("conv2d_prelu", "PReLU", nn.Sequential(nn.Conv2d(3, 6, 1), nn.PReLU(6)), "2x3x4x5")
node("conv2d_prelu_one", "PReLU", nn.Sequential(nn.Conv2d(3, 6, 1), nn.PReLU()), "1x3x4x5")
node("relu", "Clamp", torch.relu, "3x5")
node("hardtanh", "Clamp", nn.Hardtanh(-0.5, 1.5), "3x5")
node("clamp_min", "Clamp", lambda x: torch.clamp(x, min=-0.25), "3x5")
node("softmax", "Softmax", nn.Softmax(-1), "2x3x7")
node("copy", "Copy", torch.abs, "3x5", edit=swap("Abs", "Copy"))
node("linear", "FullyConnected", nn.Linear(5, 3), "2x4x5")
node("linear_relu", "FullyConnected", nn.Sequential(nn.Linear(5, 3, bias=False), nn.ReLU()), "4x5")
node("addmm", "FullyConnected", lambda x, w=torch.ones(5, 3).cumsum(0): torch.mm(x, w), "4x5")
node("bmm", "BatchMatrixMultiply", torch.bmm, "2x4x5", "2x5x3")
node("matmul_broadcast", "BatchMatrixMultiply", torch.matmul, "2x3x4x5", "2x3x5x2")
node("conv2d", "Conv2d", nn.Conv2d(3, 4, (3, 2), stride=(2, 1), padding=(1, 0)), "2x3x7x6")
node("conv2d_relu6", "Conv2d", nn.Sequential(nn.Conv2d(3, 4, 3, dilation=(1, 2)), nn.ReLU6()), "1x3x6x7")
node("conv2d_grouped", "Conv2d", nn.Conv2d(4, 6, (1, 3), groups=2, bias=False), "1x4x5x6")
node("conv1d", "Conv2d", nn.Conv1d(3, 5, 4, stride=2, padding=1), "2x3x11")
node("conv2d_batch_norm", "Conv2d", nn.Sequential(nn.Conv2d(3, 4, 1), nn.BatchNorm2d(4)), "1x3x4x5")
node("conv2d_scaled", "Multiply", Scaled(), "1x3x4x5")
node("conv2d_residual", "Add", Residual(), "1x3x4x5")
node("conv2d_maps_between", "Conv2d", MapsBetween(), "1x2x5x4", "1x3x5x4")
node("conv2d_channels_last", "Conv2d", nn.Conv2d(3, 4, (3, 2)), "nhwc 2x3x5x6")
node("depthwise", "DepthwiseConv2d", nn.Conv2d(4, 4, 3, padding=1, groups=4), "1x4x5x6")
node("depthwise_multiplier", "DepthwiseConv2d", nn.Conv2d(2, 6, (3, 2), stride=(1, 2), padding=(2, 1), groups=2),
     "1x2x5x6")
node("conv_transpose2d", "ConvTranspose2d",
     nn.ConvTranspose2d(3, 4, (3, 2), stride=(2, 1), padding=(1, 0), output_padding=(1, 0)), "1x3x4x5")
node("conv_transpose2d_grouped", "ConvTranspose2d", nn.ConvTranspose2d(4, 6, (2, 3), stride=(1, 2), groups=2),
     "2x4x3x4")
node("avg_pool2d", "AvgPooling2d", nn.AvgPool2d((2, 3)), "1x2x6x7")
node("avg_pool2d_pad", "AvgPooling2d", nn.AvgPool2d(3, 2, padding=1, count_include_pad=False), "1x3x6x5")
node("conv2d_avg_pool2d", "AvgPooling2d", nn.Sequential(nn.Conv2d(2, 3, 1), nn.AvgPool2d(2)), "1x2x4x6")
node("max_pool2d", "MaxPooling2d", nn.MaxPool2d((3, 2), stride=(2, 1), padding=(1, 0)), "2x3x7x6")
node("max_pool2d_ceil", "MaxPooling2d", nn.MaxPool2d(2, 2, dilation=(2, 1), ceil_mode=True), "1x2x8x7")
node("global_avg_pool", "GlobalAvgPooling2d", nn.AdaptiveAvgPool2d(1), "2x3x4x5")
node("max_dim", "ArgMaxPooling2d", lambda x: torch.max(x, 2, True), "1x3x4x5")
node("max_dim_columns", "ArgMaxPooling2d", lambda x: torch.max(x, 3, True), "2x3x4x5")
node("upsample_bilinear", "StaticResizeBilinear2D",
     lambda x: F.interpolate(x, size=(7, 9), mode="bilinear", align_corners=False), "1x2x4x5")
node("upsample_bilinear_corners", "StaticResizeBilinear2D",
     lambda x: F.interpolate(x, size=(7, 9), mode="bilinear", align_corners=True), "1x2x4x5")
node("upsample_bilinear_legacy", "StaticResizeBilinear2D",
     lambda x: F.interpolate(x, size=(7, 9), mode="bilinear"), "1x2x4x5",
     edit=swap("StaticResizeBilinear2D", "StaticResizeBilinear2D", flags=4))
node("pad", "StaticConstantPad", lambda x: F.pad(x, (1, 2, 0, 3), value=0.5), "2x3x4")
node("add_of_transposed", "StaticTranspose", lambda a, b: a + b.transpose(1, 2), "2x3x3", "2x3x3")
node("permute", "StaticTranspose", lambda x: x.permute(2, 0, 1) + 1, "2x3x4")
node("view", "StaticReshape", lambda x: (x * 2).reshape(3, 8), "2x3x4")
node("slice", "StaticSlice", lambda x: x[:, 1:3] * 2, "2x4x5")
node("cat2", "Concatenate2", lambda a, b: torch.cat((a, b), 1), "2x3x4", "2x1x4")
node("cat3", "Concatenate3", lambda a, b, c: torch.cat((a, b, c), -1), "2x3", "2x4", "2x1")
node("cat4", "Concatenate4", lambda a, b, c, d: torch.cat((a, b, c, d)), "1x3", "2x3", "1x3", "1x3")
node("cat5", "Concatenate5", lambda a, b, c, d, e: torch.cat((a, b, c, d, e), 1), "2x1", "2x2", "2x1", "2x3", "2x1")


def as_attention(graph):
    """The five inputs and the output, with one node between them."""
    of = {v.xvalue_union.external_id: v.xvalue_union.id_out for v in graph.xvalues if getattr(v.xvalue_union, "flags", 0)}
    node = graph.xnodes[0]
    node.xnode_union = schema.XNNScaledDotProductAttention(*[of[i] for i in range(6)], flags=0)
    graph.xnodes[:] = [node]


def attention(q, k, v, scale, mask):
    return torch.matmul((torch.matmul(q * scale, k.transpose(2, 3)) + mask).softmax(-1), v)


for name, heads in {"attention": 3, "attention_shared": 1}.items():
    case(f"xnnpack_{name}", "xnnpack::ScaledDotProductAttention", lambda q, k, v, s, m: q + k + v + s + m, "2x3x5x5", f"2x{heads}x5x5", f"2x{heads}x5x5", "5", "5x5",
         make=answer_by(attention), edit=as_attention)


class Shuffle(nn.Module):
    """Channels of two groups take turns; half of them go on as they are, half through a convolution."""

    def __init__(self):
        super().__init__()
        self.before, self.behind = nn.Conv2d(3, 8, 1), nn.Conv2d(4, 5, 1)

    def forward(self, x):
        n, _, h, w = x.shape
        y = self.before(x).view(n, 2, 4, h, w).transpose(1, 2).contiguous().view(n, 8, h, w)
        kept, changed = y.chunk(2, dim=1)
        return torch.cat([kept, self.behind(changed)], dim=1)


def same_padded():
    """As TensorFlow pads before strides, and by more than the next windows reach over."""
    return nn.Sequential(nn.Conv2d(2, 4, 1), nn.ZeroPad2d((0, 1, 0, 1)), nn.Conv2d(4, 4, 3, stride=2, groups=4), nn.ReLU(),
                         nn.ZeroPad2d((1, 0, 2, 1)), nn.Conv2d(4, 3, (3, 2)), nn.ZeroPad2d(2), nn.Conv2d(3, 2, 2))


node("pad_conv2d", "Conv2d", same_padded(), "1x2x6x8")


def q8(name, kind, function, *inputs, **options):
    node(f"q8_{name}", kind, function, *inputs, quant={"is_per_channel": True}, **options)


def q8_unary(name, kind, **fields):
    """The kernel or the table of 8 bits; the scales are those of a sum."""
    q8(name, kind, lambda x: x + x, "4x9", edit=swap("Add", f"{kind}1", **fields))


def q8_binary(name, kind):
    q8(name, kind, torch.add, "2x3x4", "2x3x4", edit=swap("Add", kind))


q8("add", "Add", torch.add, "2x3x4", "2x3x4")
q8("add_relu", "Add", lambda a, b: torch.relu(a + b), "3x5", "3x5")
q8("add_broadcast", "Add", torch.add, "1x3x4x5", "1x3x1x1")
q8("mul_rows", "Multiply", torch.mul, "1x80x24", "1x1x24")  # short rows
q8("mul", "Multiply", torch.mul, "2x3x4", "2x3x4")
q8_binary("sub", "Subtract")
q8_binary("div", "Div")
q8_binary("minimum", "Minimum")
q8_binary("maximum", "Maximum")
q8_unary("abs", "Abs")
q8_unary("ceil", "Ceiling")
q8_unary("convert", "Convert")
q8_unary("cos", "Cos")
q8_unary("elu", "ELU", alpha=0.7)
q8_unary("exp", "Exp")
q8_unary("floor", "Floor")
q8_unary("gelu", "Gelu")
q8_unary("hardswish", "Hardswish")
q8_unary("leaky_relu", "LeakyReLU", negative_slope=0.3)
q8_unary("log", "Log")
q8_unary("neg", "Negate")
q8_unary("rsqrt", "ReciprocalSquareRoot")
q8_unary("sigmoid", "Sigmoid")
q8_unary("sin", "Sin")
q8_unary("sqrt", "SquareRoot")
q8_unary("square", "Square")
q8_unary("tanh", "Tanh")
q8("linear", "FullyConnected", nn.Linear(7, 5), "2x3x7")
q8("linear_relu", "FullyConnected", nn.Sequential(nn.Linear(7, 5, bias=False), nn.ReLU(), nn.Linear(5, 3)), "3x7")
q8("linear_relu6", "Clamp", Clamped(), "2x3x7")
q8("conv2d", "Conv2d", nn.Conv2d(3, 5, 3, stride=(2, 1), padding=1), "2x3x7x6")
q8("conv2d_relu6", "Conv2d", nn.Sequential(nn.Conv2d(3, 4, 2), nn.ReLU6()), "1x3x5x6")
q8("shuffle", "StaticTranspose", Shuffle(), "1x3x4x5")
q8("conv2d_grouped", "Conv2d", nn.Conv2d(4, 6, (1, 3), groups=2, bias=False), "1x4x5x6")
q8("depthwise", "DepthwiseConv2d", nn.Conv2d(4, 4, 3, padding=1, groups=4), "1x4x5x6")
q8("conv_transpose2d", "ConvTranspose2d", nn.ConvTranspose2d(3, 4, (3, 2), stride=2), "1x3x4x5")
q8("global_avg_pool", "GlobalAvgPooling2d", nn.Sequential(nn.Conv2d(3, 4, 1), nn.AdaptiveAvgPool2d(1)), "2x3x4x5")
q8("max_pool2d", "MaxPooling2d", nn.Sequential(nn.Conv2d(3, 4, 1), nn.MaxPool2d(2)), "1x3x4x6")
q8("max_pool2d_channels", "MaxPooling2d", nn.Sequential(nn.Conv2d(3, 25, 1), nn.MaxPool2d(3, 2, 1), nn.Conv2d(25, 5, 1)), "1x3x9x8")
q8("pad_conv2d", "Conv2d", same_padded(), "1x2x6x8")
q8("between", "Multiply", Between(), "1x2x4x5")
q8("cat", "Concatenate2", lambda a, b: torch.cat((a, b), 1), "2x3x4", "2x1x4")
node("q8_linear_per_tensor", "FullyConnected", nn.Linear(7, 5), "2x3x7", quant={"is_per_channel": False})
node("q8_conv2d_per_tensor", "Conv2d", nn.Conv2d(3, 5, 3), "1x3x5x6", quant={"is_per_channel": False})
node("q8_conv_transpose2d_per_tensor", "ConvTranspose2d",
     nn.ConvTranspose2d(3, 4, (3, 2), stride=(2, 1), padding=(1, 0), output_padding=(1, 0)), "1x3x4x5",
     quant={"is_per_channel": False})



def unsigned(graph):
    """The same bytes with no sign, as TensorFlow Lite's first quantised networks had; zero points move, except by how much."""
    for value in graph.xvalues:
        tensor = getattr(value.xvalue_union, "tensor_value", None)
        if tensor and tensor.datatype == schema.XNNDatatype.xnn_datatype_qint8:
            tensor.datatype = schema.XNNDatatype.xnn_datatype_quint8
            value.xvalue_union.quant_params.zero_point += 128 if tensor.constant_buffer_idx == 0 else 121


for name, kind, layer, shape in (("conv2d", "Conv2d", nn.Conv2d(3, 5, 3, stride=(2, 1), padding=1), "2x3x7x6"), ("conv2d_pixels", "Conv2d", nn.Conv2d(3, 4, 1), "1x3x4x5"),
                                 ("conv2d_relu", "Conv2d", nn.Sequential(nn.Conv2d(3, 4, 2, bias=False), nn.ReLU()), "1x3x5x6"),
                                 ("depthwise", "DepthwiseConv2d", nn.Conv2d(4, 4, 3, padding=1, groups=4), "1x4x5x6"), ("conv_transpose2d", "ConvTranspose2d", nn.ConvTranspose2d(3, 4, (3, 2), stride=(2, 1), padding=(1, 0)), "1x3x4x5"),
                                 ("linear", "FullyConnected", nn.Linear(7, 5), "2x3x7")):
    node(f"u8_{name}", kind, layer, shape, quant={"is_per_channel": False}, edit=unsigned)

# Rows quantised from their own data; weights of 8 bits, of 4 bits by channel and by block.
rows = {"config_precisions": ConfigPrecisionType.DYNAMIC_QUANT, "per_op": True}
node("rows_linear", "FullyConnected", nn.Linear(7, 5), "2x3x7",
     quant={"is_per_channel": True, "is_dynamic": True}, **rows)
node("rows_linear_nobias", "FullyConnected", nn.Linear(8, 6, bias=False), "3x8",
     quant={"is_per_channel": True, "is_dynamic": True}, **rows)
node("rows_linear_int4", "FullyConnected", nn.Linear(8, 5), "3x8",
     quant={"is_per_channel": True, "is_dynamic": True, "weight_qmin": -8, "weight_qmax": 7}, **rows)
node("q8_linear_int4", "FullyConnected", nn.Linear(22, 5), "3x22",
     quant={"is_per_channel": True, "weight_qmin": -8, "weight_qmax": 7})
node("rows_linear_blocks", "FullyConnected", nn.Linear(64, 5), "3x64", group=32, **rows)
node("rows_conv2d", "Conv2d", nn.Conv2d(3, 4, 3, padding=1), "2x3x5x6",
     quant={"is_per_channel": True, "is_dynamic": True}, **rows)
node("rows_conv2d_pixels", "Conv2d", nn.Conv2d(8, 6, 1), "2x8x5x5",
     quant={"is_per_channel": True, "is_dynamic": True}, **rows)
node("rows_conv2d_strided", "Conv2d", nn.Conv2d(8, 6, 1, stride=2), "2x8x5x5",
     quant={"is_per_channel": True, "is_dynamic": True}, **rows)

node("rows_conv_transpose2d", "ConvTranspose2d", nn.ConvTranspose2d(5, 4, 3, stride=2, padding=1, output_padding=1), "2x5x4x3",
     quant={"is_per_channel": True, "is_dynamic": True}, **rows)
node("rows_conv_transpose2d_pixels", "ConvTranspose2d", nn.ConvTranspose2d(5, 4, 1, bias=False), "2x5x4x3",
     quant={"is_per_channel": True, "is_dynamic": True}, **rows)


def as_product(axis):
    """A layer without bias becomes a batch product, which no exporter quantises; its matrix has channels along the axis."""
    def edit(graph):
        for value in graph.xvalues:
            if hasattr(getattr(value.xvalue_union, "quant_params", None), "channel_dim"):
                value.xvalue_union.quant_params.channel_dim = axis
        for node in graph.xnodes:
            u = node.xnode_union
            if type(u).__name__ == "XNNFullyConnected":
                node.xnode_union = schema.XNNBatchMatrixMultiply(u.input1_id, u.filter_id, u.output_id, flags=1 - axis)
    return edit


node("rows_bmm", "BatchMatrixMultiply", nn.Linear(5, 5, bias=False), "2x3x5", edit=as_product(1),
     quant={"is_per_channel": True, "is_dynamic": True}, **rows)
node("rows_bmm_transposed", "BatchMatrixMultiply", nn.Linear(7, 5, bias=False), "2x3x7", edit=as_product(0),
     quant={"is_per_channel": True, "is_dynamic": True}, **rows)


class Shared(nn.Module):
    """One conversion feeds a convolution of pixels and another one."""

    def __init__(self):
        super().__init__()
        self.pixels, self.window = nn.Conv2d(8, 6, 1), nn.Conv2d(8, 6, 3, padding=1)

    def forward(self, x):
        return self.pixels(x), self.window(x)


def make_shared(c, inputs):
    """The runtime gives one of the two the other's scales: it answers two programs that have one convolution each."""
    program, _ = make_xnnpack(c, inputs)
    parts = [make_xnnpack(dataclasses.replace(c, function=f), inputs[:2])[1] for f in (c.function.pixels, c.function.window)]
    return program, [sum(outputs, []) for outputs in zip(*parts)]


case("xnnpack_rows_conv2d_shared", "xnnpack::Conv2d", Shared(), "2x8x5x5", make=make_shared,
     quant={"is_per_channel": True, "is_dynamic": True}, config_precisions=ConfigPrecisionType.DYNAMIC_QUANT)

# Half floats, sizes known only at run time.
half = "--rtol 1e-2 --atol 1e-2"
node("add_f16", "Add", torch.add, "f16 2x3x4", "f16 4", args=half)
node("sub_f16", "Subtract", torch.sub, "f16 2x3x4", "f16 2x3x4", args=half)
node("mul_f16", "Multiply", torch.mul, "f16 2x3x4", "f16 2x1x4", args=half)
node("div_f16", "Div", torch.div, "f16 2x3x4", "f16 2x3x4 >0", args=half)
node("minimum_f16", "Minimum", torch.minimum, "f16 3x5", "f16 3x5", args=half)
node("maximum_f16", "Maximum", torch.maximum, "f16 3x5", "f16 3x5", args=half)
node("abs_f16", "Abs", torch.abs, "f16 3x5", args=half)
node("neg_f16", "Negate", torch.neg, "f16 3x5", args=half)
node("floor_f16", "Floor", torch.floor, "f16 3x5", args=half)
node("ceil_f16", "Ceiling", torch.ceil, "f16 3x5", args=half)
node("sqrt_f16", "SquareRoot", torch.sqrt, "f16 3x5 >0", args=half)
node("square_f16", "Square", lambda x: torch.pow(x, 2), "f16 3x5", args=half)
node("exp_f16", "Exp", torch.exp, "f16 3x5", args=half)
node("tanh_f16", "Tanh", torch.tanh, "f16 3x5", args=half)
node("hardswish_f16", "Hardswish", nn.Hardswish(), "f16 3x5", args=half)
node("leaky_relu_f16", "LeakyReLU", nn.LeakyReLU(0.2), "f16 3x5", args=half)
node("relu_f16", "Clamp", torch.relu, "f16 3x5", args=half)
node("sigmoid_f16", "Sigmoid", torch.sigmoid, "f16 3x5", args=half)
node("linear_f16", "FullyConnected", nn.Linear(5, 3).half(), "f16 2x4x5", args=half)
node("conv2d_f16", "Conv2d", nn.Conv2d(3, 4, 3, padding=1).half(), "f16 1x3x5x6", args=half)
node("max_pool2d_f16", "MaxPooling2d", nn.MaxPool2d(2), "f16 1x3x4x6", args=half)
node("conv2d_max_pool2d_f16", "MaxPooling2d", nn.Sequential(nn.Conv2d(3, 4, 1), nn.MaxPool2d(2, padding=1)).half(), "f16 1x3x6x8", args=half)
node("conv2d_avg_pool2d_f16", "AvgPooling2d", nn.Sequential(nn.Conv2d(3, 4, 1), nn.AvgPool2d(2)).half(), "f16 1x3x6x8", args=half)
node("conv2d_mean_f16", "GlobalAvgPooling2d", lambda x, conv=nn.Conv2d(3, 20, 1).half(): conv(x).mean((2, 3), keepdim=True), "f16 2x3x6x8", args=half)
node("conv2d_upsample_f16", "StaticResizeBilinear2D", nn.Sequential(nn.Conv2d(3, 4, 1), nn.Upsample(scale_factor=2, mode="bilinear")).half(), "f16 1x3x3x4", args=half)
node("upsample_bilinear_f16", "StaticResizeBilinear2D", lambda x: F.interpolate(x, (7, 9), mode="bilinear"), "f16 1x2x4x5", args=half)
node("conv2d_prelu_f16", "PReLU", nn.Sequential(nn.Conv2d(3, 6, 1), nn.PReLU(6)).half(), "f16 2x3x4x5", args=half)
node("softmax_f16", "Softmax", nn.Softmax(-1), "f16 3x5", args=half)
node("linear_bf16", "FullyConnected", nn.Linear(6, 4).bfloat16(), "bf16 3x6", enable_bf16=True,
     args="--rtol 2e-2 --atol 1e-1")
batch = torch.export.Dim("batch", min=1, max=6)
node("dynamic_linear", "FullyConnected", nn.Sequential(nn.Linear(5, 4), nn.ReLU(), nn.Linear(4, 3)), "4x5",
     dynamic_shapes=({0: batch},))
node("dynamic_conv2d", "Conv2d", nn.Sequential(nn.Conv2d(2, 3, 3, padding=1), nn.ReLU(), nn.Conv2d(3, 2, 1)),
     "2x2x4x5", dynamic_shapes=({0: batch},))
node("dynamic_rows", "FullyConnected", nn.Linear(6, 4), "3x6", dynamic_shapes=({0: batch},),
     quant={"is_per_channel": True, "is_dynamic": True}, **rows)
node("dynamic_reshape", "StaticReshape", lambda x: (x + 1).reshape(-1, 12) * 2, "3x3x4",
     dynamic_shapes=(({0: batch},),))
n, h, w = (torch.export.Dim(name, min=least, max=most) for name, least, most in (("n", 1, 8), ("h", 4, 16), ("w", 4, 16)))


class Places(nn.Module):
    """A layer over the places of an image of half the size: their number is a product of two quotients."""

    def __init__(self, halve):
        super().__init__()
        self.halve, self.linear = halve, nn.Linear(2, 3)

    def forward(self, x):
        return self.linear(self.halve(x).flatten(2).transpose(1, 2))


for name, halve in {"pool": nn.MaxPool2d(2), "slice": lambda x: torch.relu(x[:, :, ::2, ::2])}.items():
    node(f"dynamic_{name}_linear", "FullyConnected", Places(halve), "4x2x8x8", more=(("3x2x5x9",), ("1x2x16x12",)), dynamic_shapes=({0: n, 2: h, 3: w},))
