# SPDX-License-Identifier: 0BSD
"""XNNPACK's delegate: each node kind at sizes that are known only at run time."""
from functools import partial

import torch
from case import case
from executorch.backends.xnnpack.partition.config.xnnpack_config import ConfigPrecisionType
from inputs import parse
from torch import nn
from torch.export import Dim
from torch.nn import functional as F
from xnnpack import make_xnnpack, swap


def dynamic_shapes(function, calls):
    """What differs between the calls is dynamic; what differs in the same way has the same size."""
    dims = {}

    def axis(*sizes):
        if len(set(sizes)) == 1:
            return None
        return dims.setdefault(sizes, Dim(f"n{len(dims)}", min=min(sizes), max=max(sizes)))

    shapes = tuple({i: dim for i, dim in enumerate(map(axis, *(parse(text)[1] for text in texts))) if dim} for texts in zip(*calls))
    return shapes if isinstance(function, nn.Module) else (shapes,)


def sizes(name, kind, function, *calls, **options):
    """calls: the texts of the inputs of each; the first one is exported."""
    calls = [(c,) if isinstance(c, str) else c for c in calls]
    case(f"xnn_{name}_sizes", f"xnnpack::{kind}", function, *calls[0], more=tuple(calls[1:]), make=make_xnnpack,
         dynamic_shapes=dynamic_shapes(function, calls), **options)


class Binary(nn.Module):
    def __init__(self, function):
        super().__init__()
        self.function = function

    def forward(self, a, b):
        return self.function(a, b)


class Twice(nn.Module):
    def forward(self, x):
        return x + x


MATRICES = "3x5", "6x9", "2x1"
IMAGES = "2x3x7x6", "3x3x10x9", "1x3x5x4"


def unary(name, kind, function, **options):
    sizes(name, kind, function, *MATRICES, **options)


def binary(name, kind, function):
    sizes(name, kind, function, ("3x5", "3x5"), ("6x9", "6x9"), ("2x1", "2x1"))


# ---- elementwise ----

binary("add", "Add", torch.add)
sizes("add_broadcast", "Add", torch.add, ("3x4x5", "4x1"), ("6x7x5", "7x1"), ("1x2x5", "2x1"))
binary("sub", "Subtract", torch.sub)
sizes("mul", "Multiply", torch.mul, ("3x5", "5"), ("6x9", "9"), ("2x1", "1"))
binary("div", "Div", torch.div)
binary("minimum", "Minimum", torch.minimum)
binary("maximum", "Maximum", torch.maximum)
unary("abs", "Abs", torch.abs)
unary("ceil", "Ceiling", torch.ceil)
unary("floor", "Floor", torch.floor)
unary("neg", "Negate", torch.neg)
unary("square", "Square", lambda x: torch.pow(x, 2))
unary("exp", "Exp", torch.exp)
unary("sin", "Sin", torch.sin)
unary("cos", "Cos", torch.cos)
unary("tanh", "Tanh", torch.tanh)
unary("sigmoid", "Sigmoid", torch.sigmoid)
unary("gelu", "Gelu", nn.GELU())
unary("elu", "ELU", torch.abs, edit=swap("Abs", "ELU", alpha=0.7))
unary("hardswish", "Hardswish", nn.Hardswish())
unary("leaky_relu", "LeakyReLU", nn.LeakyReLU(0.2))
unary("clamp", "Clamp", nn.Hardtanh(-0.5, 1.5))
unary("copy", "Copy", torch.abs, edit=swap("Abs", "Copy"))
for name, kind, function in (("sqrt", "SquareRoot", torch.sqrt), ("rsqrt", "ReciprocalSquareRoot", torch.rsqrt), ("log", "Log", torch.log)):
    sizes(name, kind, function, *(f"{shape} >0" for shape in MATRICES))
sizes("prelu", "PReLU", nn.PReLU(3), *IMAGES)

# ---- products, softmax ----

sizes("softmax", "Softmax", nn.Softmax(-1), "2x3x7", "3x5x9", "1x2x1")
sizes("linear", "FullyConnected", nn.Linear(5, 3), "2x4x5", "3x6x5", "1x1x5")
sizes("bmm", "BatchMatrixMultiply", torch.bmm, ("2x4x5", "2x5x3"), ("3x7x6", "3x6x8"), ("1x2x1", "1x1x2"))
sizes("matmul", "BatchMatrixMultiply", torch.matmul, ("2x3x4x5", "2x3x5x2"), ("4x5x7x6", "4x5x6x2"), ("1x2x3x1", "1x2x1x2"))

# ---- windows ----

sizes("conv2d", "Conv2d", nn.Conv2d(3, 4, (3, 2), stride=(2, 1), padding=(1, 0)), *IMAGES)
sizes("conv1d", "Conv2d", nn.Conv1d(3, 5, 4, stride=2, padding=1), "2x3x11", "4x3x11", "1x3x11")
sizes("depthwise", "DepthwiseConv2d", nn.Conv2d(3, 3, 3, padding=1, groups=3), *IMAGES)
sizes("conv_transpose2d", "ConvTranspose2d", nn.ConvTranspose2d(3, 4, (3, 2), stride=(2, 1), padding=(1, 0), output_padding=(1, 0)),
      "2x3x4x3", "3x3x6x5", "1x3x2x1")
sizes("avg_pool2d", "AvgPooling2d", nn.AvgPool2d((2, 3)), "2x3x7x8", "3x3x10x9", "1x3x5x6")
sizes("avg_pool2d_pad", "AvgPooling2d", nn.AvgPool2d(3, 2, padding=1, count_include_pad=False), *IMAGES)
sizes("max_pool2d", "MaxPooling2d", nn.MaxPool2d((3, 2), stride=(2, 1), padding=(1, 0)), *IMAGES)
for kind, pool in (("MaxPooling2d", nn.MaxPool2d), ("AvgPooling2d", partial(nn.AvgPool2d, count_include_pad=False))):  # unlike paddings
    sizes(f"{kind[:3].lower()}_pool2d_ends", kind, pool(3, 2, padding=1), *IMAGES, edit=swap(kind, kind, padding_bottom=0, padding_left=0))
sizes("global_avg_pool", "GlobalAvgPooling2d", nn.AdaptiveAvgPool2d(1), *IMAGES)
sizes("max_dim", "ArgMaxPooling2d", lambda x: torch.max(x, 2, True), "2x3x4x6", "3x3x4x9", "1x3x4x1")
sizes("max_dim_columns", "ArgMaxPooling2d", lambda x: torch.max(x, 3, True), "2x3x7x4", "3x3x10x4", "1x3x1x4")
# The window is as high as the input may be; the runtime dies of fewer rows.
case("xnn_max_dim_rows_sizes", "xnnpack::ArgMaxPooling2d", lambda x: torch.max(x, 2, True), "2x3x10x4", more=(("3x3x10x4",),), make=make_xnnpack,
     dynamic_shapes=(({0: Dim("batch", min=1, max=3), 2: Dim("rows", min=2, max=10)},),))
for corners in (False, True):
    sizes(f"upsample_bilinear{'_corners' if corners else ''}", "StaticResizeBilinear2D",
          lambda x, corners=corners: F.interpolate(x, size=(7, 9), mode="bilinear", align_corners=corners),
          "2x3x4x5", "2x3x10x9", "2x3x7x6", "2x3x1x12", "2x3x2x1")

# ---- moves ----

sizes("pad", "StaticConstantPad", lambda x: F.pad(x, (1, 2, 0, 3), value=0.5), "2x3x4", "4x5x6", "1x1x2")
sizes("permute", "StaticTranspose", lambda x: x.permute(2, 0, 1) + 1, "2x3x4", "5x6x7", "1x2x3")
sizes("view", "StaticReshape", lambda x: (x + 1).reshape(-1, 4) * 2, "2x3x4", "5x6x4", "1x2x4")
sizes("slice", "StaticSlice", torch.abs, *MATRICES, edit=swap("Abs", "StaticSlice", num_dims=2, offsets=[1, 0], sizes=[1, 0]))
sizes("slice_columns", "StaticSlice", torch.abs, "3x5", "6x9", "2x3", "1x2",
      edit=swap("Abs", "StaticSlice", num_dims=2, offsets=[0, 1], sizes=[0, 2]))
sizes("cat2", "Concatenate2", lambda a, b: torch.cat((a, b), 1), ("2x3x4", "2x2x4"), ("5x7x6", "5x9x6"), ("1x2x1", "1x1x1"))
sizes("cat3", "Concatenate3", lambda a, b, c: torch.cat((a, b, c), -1), ("2x3", "2x4", "2x2"), ("5x8", "5x6", "5x9"), ("1x2", "1x3", "1x1"))
sizes("cat4", "Concatenate4", lambda a, b, c, d: torch.cat((a, b, c, d)), ("3x3", "2x3", "2x3", "5x3"), ("6x7", "4x7", "5x7", "8x7"),
      ("2x1", "1x1", "3x1", "4x1"))
sizes("cat5", "Concatenate5", lambda a, b, c, d, e: torch.cat((a, b, c, d, e), 1), ("2x2", "2x2", "2x3", "2x3", "2x5"),
      ("5x4", "5x2", "5x7", "5x5", "5x6"), ("1x1", "1x2", "1x2", "1x1", "1x3"))

# ---- 8 bits ----


def q8(name, kind, function, *calls, **options):
    sizes(f"q8_{name}", kind, function, *calls, quant={"is_per_channel": True}, **options)


PAIRS = ("2x3x4", "2x3x4"), ("4x5x6", "4x5x6"), ("1x2x1", "1x2x1")
SMALL = "2x3x5x4", "3x3x7x6", "1x3x4x3"
pointwise = nn.Conv2d(3, 4, 1)

q8("add", "Add", Binary(torch.add), *PAIRS)
q8("sub", "Subtract", Binary(torch.add), *PAIRS, edit=swap("Add", "Subtract"))
q8("mul", "Multiply", Binary(torch.mul), *PAIRS)
q8("cat", "Concatenate2", Binary(lambda a, b: torch.cat((a, b), 1)), ("2x3x4", "2x2x4"), ("4x5x6", "4x7x6"), ("1x2x3", "1x1x3"))
q8("convert", "Convert", Twice(), *MATRICES, edit=swap("Add", "Convert1"))
q8("leaky_relu", "LeakyReLU", Twice(), *MATRICES, edit=swap("Add", "LeakyReLU1", negative_slope=0.3))
q8("tanh", "Tanh", Twice(), *MATRICES, edit=swap("Add", "Tanh1"))
q8("linear", "FullyConnected", nn.Linear(7, 5), "2x3x7", "4x5x7", "1x1x7")
q8("conv2d", "Conv2d", nn.Conv2d(3, 5, 3, stride=(2, 1), padding=1), *SMALL)
q8("depthwise", "DepthwiseConv2d", nn.Conv2d(3, 3, 3, padding=1, groups=3), *SMALL)
q8("conv_transpose2d", "ConvTranspose2d", nn.ConvTranspose2d(3, 4, (3, 2), stride=2), "2x3x3x2", "2x3x4x3", "1x3x1x1")
q8("max_pool2d", "MaxPooling2d", nn.Sequential(pointwise, nn.MaxPool2d(2, padding=1)), *SMALL)
q8("global_avg_pool", "GlobalAvgPooling2d", nn.Sequential(pointwise, nn.AdaptiveAvgPool2d(1)), *SMALL)

# ---- rows quantised from their own data, halves ----

by_rows = {"config_precisions": ConfigPrecisionType.DYNAMIC_QUANT, "per_op": True}
row_scales = {"quant": {"is_per_channel": True, "is_dynamic": True}, **by_rows}
sizes("rows_linear", "FullyConnected", nn.Linear(7, 5), "2x3x7", "4x5x7", "1x1x7", **row_scales)
sizes("rows_linear_blocks", "FullyConnected", nn.Linear(64, 5), "3x64", "6x64", "1x64", group=32, **by_rows)
sizes("rows_conv2d", "Conv2d", nn.Conv2d(3, 4, 3, padding=1), *SMALL, **row_scales)
half = "--rtol 1e-2 --atol 1e-2"
sizes("linear_f16", "FullyConnected", nn.Linear(5, 3).half(), "f16 2x4x5", "f16 3x6x5", "f16 1x1x5", args=half)
sizes("conv2d_f16", "Conv2d", nn.Conv2d(3, 4, 3, padding=1).half(), *(f"f16 {shape}" for shape in SMALL), args=half)
