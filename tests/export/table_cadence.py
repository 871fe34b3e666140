# SPDX-License-Identifier: 0BSD
"""cadence: each operator by itself, answered by the wheel's Python reference."""
import math

import executorch.backends.cadence.aot.ops_registrations  # noqa: F401  (defines the operators)
import executorch.backends.cadence.aot.ref_implementations as reference
import torch
from cadence import make_cadence
from case import case, pointwise
from oracle import lower
from torch.utils._pytree import tree_flatten

cd = torch.ops.cadence
LIBRARY = torch.library.Library("cadence", "FRAGMENT")
TYPES = {"u8": torch.uint8, "i8": torch.int8, "i16": torch.int16, "u16": torch.uint16, "i32": torch.int32}


def op(name, function, *inputs, out="per_tensor_out", suffix="", **options):
    """cadence_NAME, of the overload NAME.OUT."""
    case(f"cadence_{name}{'_per_tensor' if out == 'per_tensor_out' else ''}{suffix}", f"cadence::{name}.{out}", function,
         *inputs, eager=True, **options)


def plain(name, function, *inputs, **options):
    op(name, function, *inputs, out="out", **options)


def make_answered(c, inputs):
    """c.function: what is exported, and the reference's function that answers."""
    exported, answer = c.function
    return lower(exported, inputs[0]), [[answer(*case)] for case in inputs]


def answered(name, function, answer, *inputs, suffix=""):
    case(f"cadence_{name}{suffix}", f"cadence::{name}.out", (function, answer), *inputs, make=make_answered)


def implement(name, arguments, function, fake=None):
    """Operators that are only in lists of kernels (with their arguments here), or that the wheel does not implement: for the exporter."""
    if arguments:
        LIBRARY.define(f"{name}({arguments}) -> Tensor")
        overload = f"{name}.out" if "." not in name else f"{name}_out"
        LIBRARY.define(f"{overload}({arguments}, *, Tensor(a!) out) -> Tensor(a!)")
    LIBRARY.impl(name, function, "CPU")
    if fake:
        torch.library.register_fake(f"cadence::{name}", fake, lib=LIBRARY)


def i32(*numbers):
    return torch.tensor(numbers, dtype=torch.int32)


def random(text, shape, seed=0):
    """Weights and biases of the operators, the same whatever else is made."""
    generator = torch.Generator().manual_seed(seed + sum(shape))
    info = torch.iinfo(TYPES[text])
    low, high = (-3000, 3000) if text == "i32" else (info.min, info.max)
    return torch.randint(low, high + 1, shape, generator=generator).to(TYPES[text])


# -- quantise, dequantise, requantise --

for name, scale, zero in (("u8", 2**-4, 131), ("i8", 0.07, -9), ("u16", 2**-12, 32000), ("i16", 0.0003, 3), ("i32", 1e-6, -5)):
    info = torch.iinfo(TYPES[name])
    low, high = (info.min, info.max) if name != "i32" else (-(2**24), 2**24)
    args = scale, zero, low, high, TYPES[name]
    operator = f"per_tensor_asym{name[1:]}{'u' if name[0] == 'u' else 's'}"
    if name == "u16":  # no shape of the wheel's bundler: behind a conversion
        plain(f"quantize_{operator}", lambda a, f=getattr(cd, f"quantize_{operator}"), g=args: f(a * 8, *g).to(torch.int32), "5x9")
        plain(f"dequantize_{operator}", lambda a, f=getattr(cd, f"dequantize_{operator}"), g=args: f(a.to(torch.uint16), *g), "u8 4x9")
    else:
        plain(f"quantize_{operator}", lambda a, f=getattr(cd, f"quantize_{operator}"), g=args: f(a * 8, *g), "5x9")
        plain(f"dequantize_{operator}", lambda a, f=getattr(cd, f"dequantize_{operator}"), g=(0.013, *args[1:]): f(a, *g), f"{name} 4x9")
plain("quantize_per_tensor", lambda a: cd.quantize_per_tensor(a, 0.013, -3, -100, 90, torch.int8), "7x9")
plain("dequantize_per_tensor", lambda a: cd.dequantize_per_tensor(a, 0.013, 77, 0, 255, torch.uint8), "u8 7x9")
op("requantize", lambda a: cd.requantize.per_tensor(a, 0.04, 3, 0.03, -20, torch.int8), "i8 7x9")
op("requantize", lambda a: cd.requantize.per_tensor(a, 0.011, 130, 0.00017, -20, torch.int16), "u8 7x9", suffix="_wider")
# Numbers as tensors: constants of the program.
A, B, Z3, Z7, M4, M9, M20, Z120 = torch.tensor([0.04]), torch.tensor([0.053]), i32(3), i32(7), i32(-4), i32(-9), i32(-20), i32(120)
HALF, MORE, ONE, M8, M128 = i32(2**30), i32(1200000000), i32(1), i32(-8), i32(-128)
plain("requantize", lambda a: cd.requantize(a, A, Z7, B, Z120, torch.uint8), "i8 7x9")

# -- sums, products and relu --

PAIR = {"i8": (0.05, 3, 0.021, -7, 0.061, 11), "u8": (0.05, 120, 0.021, 131, 0.061, 99)}


def quantised_pair(operator, text, args):
    function = getattr(cd, operator).per_tensor
    op(operator, lambda a, b: function(a, args[0], args[1], b, args[2], args[3], args[4], args[5]), f"{text} 7x9", f"{text} 7x9")


for operator in "add", "mul":
    quantised_pair(f"quantized_{operator}", "u8", PAIR["u8"])
for text in "i8", "u8":
    quantised_pair(f"quantized_add_asym8{text[0].replace('i', 's')}xasym8{text[0].replace('i', 's')}_asym8{text[0].replace('i', 's')}", text, PAIR[text])
op("quantized_add", lambda a, b: cd.quantized_add.per_tensor(a, 0.03, 5, b, 0.02, -5, 0.04, 0), "i8 3x4x5", "i8 4x1", suffix="_broadcast")
op("quantized_mul", lambda a, b: cd.quantized_mul.per_tensor(a, 0.03, 5, b, 0.02, -5, 0.04, 0), "i8 3x4x5", "i8 4x1", suffix="_broadcast")
plain("quantized_add", lambda a, b: cd.quantized_add(a, A, Z7, b, B, M9, 0.037, -3),
      "i8 7x9", "i8 7x9")
implement("quantized_mul", "", lambda x, xs, xz, y, ys, yz, *out: cd.quantized_mul.per_tensor(x, xs.item(), xz.item(), y, ys.item(), yz.item(), *out),
          lambda x, *_: torch.empty_like(x))
plain("quantized_mul", lambda a, b: cd.quantized_mul(a, A, Z7, b, B, M9, 0.09, 11), "i8 7x9", "i8 7x9")


def with_scalar(combine):
    """By the definitions: the tensor dequantised, the number, the result quantised."""
    def answer(x, scale, zero, y, out_scale, out_zero):
        bounds = torch.iinfo(x.dtype).min, torch.iinfo(x.dtype).max
        real = reference.dequantize_per_tensor(x, scale.item(), zero.item(), *bounds, x.dtype)
        return reference.quantize_per_tensor(combine(real, y), out_scale, out_zero, *bounds, x.dtype)
    return answer


for operator, combine, text, args in (("quantized_add_Scalar", torch.add, "i8", (A, Z7, -1.3, 0.03, 11)), ("quantized_mul_Scalar", torch.mul, "u8", (B, Z120, 0.7, 0.031, 101))):
    implement(operator, "", with_scalar(combine), lambda x, *_: torch.empty_like(x))
    plain(operator, lambda a, f=getattr(cd, operator), g=args: f(a, *g), f"{text} 7x9")
RELU = {"i8": (5, -101, 2**30, 1), "u8": (101, 20, 1800000000, 1), "i16": (3, -7, 1300000000, 2)}
op("quantized_relu", lambda a: cd.quantized_relu.per_tensor(a, *RELU["i8"]), "i8 7x9")
op("quantized_relu", lambda a: cd.quantized_relu.per_tensor(a, *RELU["i16"]), "i16 7x9", suffix="_i16")
op("quantized_relu_asym8s_asym8s", lambda a: cd.quantized_relu_asym8s_asym8s.per_tensor(a, *RELU["i8"]), "i8 7x9")
op("quantized_relu_asym8u_asym8u", lambda a: cd.quantized_relu_asym8u_asym8u.per_tensor(a, *RELU["u8"]), "u8 7x9")
implement("quantized_relu_per_tensor", "Tensor X, Tensor X_zero_point, int out_zero_point, Tensor out_multiplier, Tensor out_shift",
          lambda *args: cd.quantized_relu(*args), lambda x, *_: torch.empty_like(x))
plain("quantized_relu_per_tensor", lambda a: cd.quantized_relu_per_tensor(a, Z7, -60, MORE, ONE), "i8 7x9", suffix="_tensors")
plain("quantized_relu", lambda a: cd.quantized_relu(a, M20, -60, HALF, ONE), "i8 7x9")
# Differences of up to 255, which a kernel keeps in a byte.
plain("quantized_relu", lambda a: cd.quantized_relu(a, M128, -120, HALF, ONE), "i8 7x9", suffix="_lowest")

# -- products --


def linear(operator, text, args, source="4x9", weight=None, suffix=""):
    function, w, b = getattr(cd, operator).per_tensor, random(weight or text, (5, 9)), random("i32", (5,))
    op(operator, lambda a: function(a, w, b, *args, None), f"{text} {source}", suffix=suffix)


LINEAR_S, LINEAR_U = (3, 0, 1500000000, -8, -5), (120, 133, 1500000000, -8, 101)
for layer, source in (("linear", "4x9"), ("fully_connected", "1x9")):
    linear(f"quantized_{layer}", "i8", LINEAR_S, source)
    linear(f"quantized_{layer}_asym8sxasym8s_asym8s", "i8", LINEAR_S, source)
    linear(f"quantized_{layer}_asym8uxasym8u_asym8u", "u8", LINEAR_U, source)
    plain(f"quantized_{layer}", lambda a, w, b, f=getattr(cd, f"quantized_{layer}"): f(a, w, b, 3, M4, MORE, M8, -5, None),
          f"i8 {source}", random("i8", (5, 9)), random("i32", (5,)))
linear("quantized_linear", "i8", (-9, 21, 1500000000, -7, 3), "2x3x9", suffix="_zeros")
linear("quantized_linear", "u8", LINEAR_U, "2x2x9", suffix="_u8")
linear("quantized_linear", "i16", (-9, 2, 1500000000, -9, 30), "4x9", "i8", suffix="_i16")
linear("quantized_linear", "i8", (3, 0, -1500000000, -8, -5), suffix="_negative")  # the scale is then negative
for operator, text, zeros in (("quantized_matmul", "i8", (3, -9)), ("quantized_matmul_asym8sxasym8s_asym8s", "i8", (-3, 0)),
                              ("quantized_matmul_asym8uxasym8u_asym8u", "u8", (131, 120))):
    plain(operator, lambda a, b, f=getattr(cd, operator), z=zeros: f(a, z[0], b, z[1], None, 1700000000, -8, 5, False),
          f"{text} 2x3x6", f"{text} 2x6x4")
plain("quantized_matmul", lambda a, b: cd.quantized_matmul(a, 3, b, -9, None, 1700000000, -8, 5, True), "i8 5x6", "i8 4x6",
      suffix="_transposed")
for form, text, zeros in (("asym8sxasym8s_asym8s", "i8", (-3, 0)), ("asym8uxasym8u_asym8u", "u8", (131, 120))):
    plain(f"quantized_matmul_{form}", lambda a, b, f=getattr(cd, f"quantized_matmul_{form}"), z=zeros: f(a, z[0], b, z[1], None, 1700000000, -8, 5, True),
          f"{text} 5x6", f"{text} 4x6", suffix="_transposed")
plain("quantized_matmul", lambda a, b: cd.quantized_matmul(a, 3, b, 0, None, 1700000000, -8, 5, False), "i8 2x2x3x6", "i8 2x2x6x4",
      suffix="_batches")
plain("fully_connected", lambda a, w, b: cd.fully_connected(a, w, b), "1x7", "5x7", "5")
plain("fully_connected", lambda a, w: cd.fully_connected(a, w), "1x3x7", "5x7", suffix="_nobias")

# -- along rows --

GAIN, SHIFT = torch.linspace(0.5, 1.5, 9), torch.linspace(-1, 1, 9)
op("quantized_layer_norm", lambda a, g, b: cd.quantized_layer_norm.per_tensor(a, 0.05, 3, [9], g, b, 1e-5, 0.021, -11), "i8 6x9", GAIN, SHIFT)
op("quantized_layer_norm", lambda a, g, b: cd.quantized_layer_norm.per_tensor(a, 0.05, 120, [3, 4], g, b, 0.1, 0.013, 135), "u8 2x3x4",
   torch.linspace(2, -1, 12).reshape(3, 4), torch.linspace(-1, 0.5, 12).reshape(3, 4), suffix="_u8")
plain("quantized_layer_norm", lambda a, g, b: cd.quantized_layer_norm(a, A, Z7, [9], g, b, 1e-5, 0.021, -11), "i8 6x9", GAIN, SHIFT)
plain("_softmax_f32_f32", lambda a: cd._softmax_f32_f32(a, -1), "3x7")
plain("_softmax_f32_f32", lambda a: cd._softmax_f32_f32(a, 0, False), "3x7", suffix="_first")


def quantised_softmax(overload, out, text, dim, args, suffix=""):
    function = getattr(cd.quantized_softmax, overload)
    answer = reference.quantized_softmax_per_tensor_common  # takes no mask, where the operator has one that it ignores
    numbers = [a.item() if isinstance(a, torch.Tensor) else a for a in args]
    case(f"cadence_quantized_softmax{suffix}", f"cadence::quantized_softmax.{out}",
         (lambda a, m, p: function(a, m, dim, 0, p, *args), lambda a, *_: answer(a, None, dim, 0, None, *numbers)), f"{text} 4x9", "4x9",
         torch.zeros(1, dtype=torch.int64), make=make_answered)


quantised_softmax("per_tensor", "per_tensor_out", "i8", -1, (0.03, 5, 0.0039, -128), "_per_tensor")
quantised_softmax("per_tensor", "per_tensor_out", "u8", 0, (0.04, 128, 0.0021, 0), "_per_tensor_u8")
quantised_softmax("default", "out", "i8", 1, (A, Z7, torch.tensor([0.004]), M20))

# -- windows --

CONVS = {"i8": (-9, 0, 0.00031, 0.052, 11), "u8": (120, 128, 0.00031, 0.052, 101)}


def conv(operator, text, shape, weight, args, zeros=None, suffix="", window=None):
    """args: stride, padding, dilation, groups."""
    function, w, b = getattr(cd, operator), random(text, weight), random("i32", (out_channels(operator, weight),))
    in_zero, weight_zero, scale, out_scale, zero = zeros or CONVS[text]
    call = lambda a: function.per_tensor(a, w, b, *args, in_zero, weight_zero, scale, out_scale, zero, 1500000000, -8)
    if operator == "quantized_conv2d_depthwise_nhwc":
        call = lambda a: function(a, w, b, *args, in_zero, weight_zero, scale, out_scale, zero, 1500000000, -8)
        plain(operator, call, f"{text} {shape}", suffix=suffix)
    else:
        op(operator, call, f"{text} {shape}", suffix=suffix)


def out_channels(operator, weight):
    return weight[-1] if "nhwc" in operator and len(weight) == 3 else weight[0]


def conv_of_tensors(operator, text, shape, weight, args):
    """Numbers as tensors."""
    function, w, b = getattr(cd, operator), random(text, weight), random("i32", (weight[0],))
    plain(operator, lambda a: function(a, w, b, *args, -9, M4, FINE, 0.052, 11, MORE, M8), f"{text} {shape}")


FINE = torch.tensor([0.00041])
PLANE, DEEP = ([2, 1], [1, 2], [1, 1], 1), ([1, 2], [1, 0], [1, 1], 4)
DILATED = ([1, 1], [2, 1], [2, 3], 1)
SIGNED, UNSIGNED = "asym8sxsym8s_asym8s", "asym8uxsym8u_asym8u"
for layout, image, weight, deep_image, deep in (("nchw", "2x3x6x7", (5, 3, 3, 2), "1x4x5x6", (8, 1, 2, 3)),
                                                ("nhwc", "2x6x7x3", (5, 3, 2, 3), "1x5x6x4", (2, 3, 8))):
    name = f"quantized_conv2d_{layout}"
    conv(name, "i8", image, weight, PLANE, (-9, 21, 0.00031, 0.052, 11))
    conv(name, "i16", image, weight, PLANE, (-9, 3, 0.00004, 0.052, 11), suffix="_i16")
    conv_of_tensors(name, "i8", image, weight, PLANE)
    for text, form in (("i8", SIGNED), ("u8", UNSIGNED)):
        conv(f"{name}_{form}", text, image, weight, PLANE)
        conv(f"{name}_dilated_{form}", text, image, weight, DILATED)
        conv(f"{name}_depthwise_{form}", text, deep_image, deep, DEEP)
conv("quantized_conv2d_nchw", "i8", "1x4x5x6", (6, 2, 2, 3), ([1, 2], [1, 0], [1, 1], 2), suffix="_grouped")
conv("quantized_conv2d_nhwc", "i8", "1x5x6x4", (6, 2, 3, 2), ([1, 2], [1, 0], [1, 1], 2), suffix="_grouped")
conv("quantized_conv2d_depthwise_nhwc", "i8", "1x5x6x4", (2, 3, 4), DEEP)
CONV = ("Tensor input, Tensor weight, Tensor bias, int[] stride, SymInt[] padding, int[] dilation, int groups, int input_zero_point, "
        "{0} weight_zero_point, {1} bias_scale, float out_scale, int out_zero_point, {0} out_multiplier, {0} out_shift, bool channel_last=False")


def conv_either(overload):
    return lambda *args: (getattr(cd.quantized_conv2d_nhwc, overload) if len(args) == 15 and args[14]
                          else getattr(cd.quantized_conv2d_nchw, overload))(*args[:14])


for suffix, overload, kinds in ("", "default", ("Tensor", "Tensor")), (".per_tensor", "per_tensor", ("int", "float")):
    implement(f"quantized_conv{suffix}", CONV.format(*kinds), conv_either(overload), conv_either(overload))
conv("quantized_conv", "u8", "2x3x6x7", (5, 3, 3, 2), PLANE)
W, W_LAST, BIAS = random("i8", (5, 3, 3, 2)), random("i8", (5, 3, 2, 3)), random("i32", (5,))
plain("quantized_conv", lambda a: cd.quantized_conv(a, W_LAST, BIAS, *PLANE, -9, M4, FINE, 0.052, 11, MORE, M8, True), "i8 2x6x7x3")
SIGNAL = [2], [1], [2], 1
for layout, signal, weight, deep_signal, deep in (("ncl", "2x3x9", (4, 3, 3), "1x4x9", (4, 1, 3)), ("nlc", "2x9x3", (4, 3, 3), "1x9x4", (4, 3, 1))):
    conv(f"quantized_conv1d_{layout}", "i8", signal, weight, SIGNAL)
    conv_of_tensors(f"quantized_conv1d_{layout}", "i8", signal, weight, SIGNAL)
    conv(f"quantized_depthwise_conv1d_{layout}", "u8", deep_signal, deep, ([1], [2], [1], 4))

POOL = [3, 2], [2, 1], [1, 0], [1, 2], False
plain("quantized_max_pool2d_nchw", lambda a: cd.quantized_max_pool2d_nchw(a, *POOL), "i8 1x2x7x6")
plain("quantized_max_pool2d_nhwc", lambda a: cd.quantized_max_pool2d_nhwc(a, *POOL), "i8 1x7x6x2")
implement("quantized_max_pool2d", "Tensor input, int[] kernel_size, int[] stride, int[] padding, int[] dilation, bool ceil_mode",
          *[lambda *args: cd.quantized_max_pool2d_nchw(*args)] * 2)
plain("quantized_max_pool2d", lambda a: cd.quantized_max_pool2d(a, *POOL), "i8 1x2x7x6")
plain("quantized_max_pool2d_nchw", lambda a: cd.quantized_max_pool2d_nchw(a, [2, 2], [2, 2], [0, 0], [1, 1], True), "u8 1x2x5x7", suffix="_ceil")
plain("quantized_max_pool2d_nhwc", lambda a: cd.quantized_max_pool2d_nhwc(a, [2, 2], [2, 2], [0, 0], [1, 1], True), "u8 1x5x7x2", suffix="_ceil")
# The dispatcher leaves out arguments that are the schema's defaults, and the reference's own default is another.
answered("avg_pool2d", lambda a: cd.avg_pool2d(a, [3, 2], [2, 1], [1, 1]),
         lambda a: reference.avg_pool2d(a, [3, 2], [2, 1], [1, 1], count_include_pad=True), "1x2x7x6")
plain("avg_pool2d", lambda a: cd.avg_pool2d(a, [3, 2], [2, 2], [1, 0], True, False), "1x2x6x7", suffix="_ceil")
plain("avg_pool2d", lambda a: cd.avg_pool2d(a, [3, 2], [2, 1], [1, 1], False, True, 5), "1x2x7x6", suffix="_divisor")
plain("avg_pool2d", lambda a: cd.avg_pool2d(a, [3, 2], [2, 1], [1, 1], False, True, None, M20), "i8 1x2x7x6", suffix="_zero")
plain("avg_pool2d", lambda a: cd.avg_pool2d(a, [3, 2], [2, 1], [1, 1], False, False, 4, M20), "i8 1x2x7x6", suffix="_zero_uncounted")

ROWS = [3, 2], [1, 2], [1, 2], [2, 1]
op("im2row", lambda a: cd.im2row.per_tensor(a, *ROWS, 7), "i8 2x3x5x6")
op("im2row", lambda a: cd.im2row.per_tensor(a, *ROWS, 7, True), "u8 2x5x6x3", suffix="_last")
op("im2row", lambda a: cd.im2row.per_tensor(a, [1, 3], [1, 2], [0, 1], [1, 2], -3), "i8 2x3x8", suffix="_signal")
op("im2row", lambda a: cd.im2row.per_tensor(a, [1, 3], [1, 2], [0, 1], [1, 2], -3, True), "2x8x3", suffix="_signal_last")
plain("im2row", lambda a: cd.im2row(a, *ROWS, M20), "i8 2x3x5x6")
IMAGES = i32(9, -100)
plain("im2row", lambda a: cd.im2row(a, *ROWS, IMAGES, True), "i8 2x5x6x3", suffix="_images")
TRANSPOSED = [3, 2], [1, 2], [1, 0], [2, 3], [1, 0]
plain("transposed_im2row", lambda a: cd.transposed_im2row(a, *TRANSPOSED, Z7), "i8 2x3x3x4")
plain("transposed_im2row", lambda a: cd.transposed_im2row(a, *TRANSPOSED, M20, True), "i8 2x3x4x3", suffix="_last")
plain("transposed_im2row", lambda a: cd.transposed_im2row(a, [2, 2], [1, 1], [2, 1], [2, 2], [0, 1], Z7), "1x2x4x5", suffix="_cropped")
# The reference's numbers are then i32, which the operator's are not.
answered("transposed_im2row", lambda a: cd.transposed_im2row(a, *TRANSPOSED, IMAGES),
         lambda a: reference.transposed_im2row(a, *TRANSPOSED, IMAGES).to(torch.int8), "i8 2x3x3x4", suffix="_images")

plain("conv1d", lambda a, w, b: cd.conv1d(a, w, b, [2], [1], [2], 1), "2x3x9", "4x3x3", "4")
plain("conv2d", lambda a, w, b: cd.conv2d(a, w, b, [2, 1], [1, 2], [1, 2], 2), "1x4x6x7", "6x2x3x2", "6")
plain("conv3d", lambda a, w, b: cd.conv3d(a, w, b, [1, 2, 1], [1, 0, 1], [1, 1, 2], 1), "1x2x4x5x6", "3x2x2x3x2", "3")
plain("transposed_convolution", lambda a, w, b: cd.transposed_convolution(a, w, b, [2, 1], [1, 0], [1, 2], [1, 0], 1), "1x3x4x5", "4x3x3x2", "4")
plain("transposed_convolution", lambda a, w, b: cd.transposed_convolution(a, w, b, [2], [1], [1], [1], 2), "2x4x5", "3x4x3", "6", suffix="_signal")



def quantised_transposed(x, w, b, stride, padding, dilation, output_padding, groups, zero, w_zero, scale, out_scale, out_zero, *_):
    """By the definitions: numbers less their zero points, their sums by the wheel's float reference, the result quantised."""
    sums = reference.transposed_convolution(x.float() - zero, w.float() - w_zero.item(), b.float(), stride, padding, dilation, output_padding, groups, False)
    return reference.quantize_per_tensor(sums * scale, out_scale, out_zero, 0, 255, torch.uint8)


implement("quantized_transposed_conv", "", quantised_transposed, lambda x, w, b, *rest: cd.transposed_convolution(x, w, b, *rest[:5]).to(x.dtype))
for suffix, shape, weight, window in (("", "1x3x4x5", (4, 3, 3, 2), ([2, 1], [1, 0], [1, 2], [1, 0], 1)), ("_signal", "2x4x5", (3, 4, 3), ([2], [1], [1], [1], 2))):
    w, b = random("i8", weight), random("i32", (weight[0] * window[4],))
    plain("quantized_transposed_conv", lambda a, w=w, b=b, g=window: cd.quantized_transposed_conv(a, w, b, *g, 120, M4, FINE, 0.052, 101, MORE, M8),
          f"u8 {shape}", suffix=suffix)

# -- layers with weights of 8 bits --

plain("quantized_w8a32_linear", lambda a, w, b: cd.quantized_w8a32_linear(a, w, 0.013, b, 0.05), "1x8", "i8 8x8", "i8 8")
plain("quantized_w8a32_linear", lambda a, w, b: cd.quantized_w8a32_linear(a, w, 0.013, b, 0.05), "3x1x8", "i8 8x8", "i8 8", suffix="_rows")
plain("quantized_w8a32_conv", lambda a, w, b: cd.quantized_w8a32_conv(a, w, 0.013, b, 0.05), "2x7x4", "i8 3x8x4", "i8 8")
plain("quantized_w8a32_gru", lambda x, h, wi, wh, bi, bh: cd.quantized_w8a32_gru(x, h, wi, 0.013, wh, 0.011, bi, 0.02, bh), "1x1", "1x4",
      "i8 12x1", "i8 12x4", "i8 12", "i8 12")
INDEX = torch.tensor([[2, 0], [4, 1]])
for name, scales in (("", (0.1, 0.05, 0.2, 0.01, 0.3)), ("_groups", ((0.1, 0.2), (0.05, 0.3), (0.2, 0.7), (0.01, 0.02), (0.3, 0.1)))):
    zeros = torch.tensor(scales).mul(100).round().to(torch.int32).reshape(-1, *torch.tensor(scales).shape[1:])
    plain("quantized_embedding_byte", lambda w, s, z, i: cd.quantized_embedding_byte(w, s, z, i), "i8 5x6", torch.tensor(scales), zeros, INDEX,
          suffix=name)
plain("quantized_embedding_byte", lambda w, s, i: cd.quantized_embedding_byte(w, s, None, i), "u8 5x6", torch.linspace(0.1, 0.5, 5), INDEX,
      suffix="_no_zeros")

# -- attention, copies, choices --

ANGLES, PLACES = torch.linspace(0, 12, 28).reshape(7, 4), torch.tensor([5, 0, 6])
for name in "rope", "rope_rotate_stacked_halves":
    function = getattr(cd, name)
    plain(name, lambda a, s, c, f=function: f(a, s, c, None), "1x7x2x8", ANGLES.sin(), ANGLES.cos())
    plain(name, lambda a, s, c, p, f=function: f(a, s, c, p), "1x3x2x8", ANGLES.sin(), ANGLES.cos(), PLACES, suffix="_places")
    plain(name, lambda a, s, c, f=function: f(a, s, c, None), "1x7x2x4x2", ANGLES.sin(), ANGLES.cos(), suffix="_pairs")
plain("sdpa_bitwise_mask_gen", lambda m: cd.sdpa_bitwise_mask_gen(m, 0.0), "bool 3x16")
plain("sdpa_bitwise_mask_gen", lambda m: cd.sdpa_bitwise_mask_gen(m, 0.3), "2x3x8", suffix="_f32")


def decomposed(svd):
    """Without the vectors' signs, which are not defined."""
    def parts(a):
        u, s, vh = svd(a)
        return s, u.abs(), vh.abs(), (u[..., :s.shape[-1]] * (s.unsqueeze(-2) + 1)) @ vh[..., :s.shape[-1], :]
    return parts


case("cadence_linalg_svd", "cadence::linalg_svd.out", decomposed(lambda a: torch.linalg.svd(a, full_matrices=False)), "2x3x2", make=make_cadence)
for shape in "2x4x3", "5x6":
    plain("linalg_svd", decomposed(lambda a: cd.linalg_svd(a, True)), shape, suffix=f"_full_{shape}")
plain("linalg_svd", decomposed(lambda a: cd.linalg_svd(a)), "2x6", suffix="_wide")


def of_tiny(a):
    u, s, vh = cd.linalg_svd(a * 1e-33, True)
    return u, s * 1e33, vh


plain("linalg_svd", decomposed(of_tiny), "4x3", suffix="_tiny")


def of_less_rank(a, b):
    u, s, vh = cd.linalg_svd(a @ b)
    return s, u.T @ u, vh.square().sum(-1), (u * s) @ vh


plain("linalg_svd", of_less_rank, "5x2", "2x4", suffix="_less_rank")


def boxes(rois, height, width, ratio, aligned):
    """By the definition: fixed point, steps in two nested loops over samples, numbers of 29 bits in a row."""
    def fixed(x):
        return int(math.copysign(math.floor(abs(float(x)) * 65536 + 0.5), float(x)))

    def start_and_steps(first, last, samples, outer):
        step = (last - first) / samples
        inner, whole = fixed(step), fixed(step * samples)
        back = inner - inner * samples
        return fixed(first - (0.5 if aligned else 0) + step / 2), ([0, inner] if outer else [inner]) + [back, whole + back] + [back] * (6 if outer else 7)

    rows = []
    for _, x1, y1, x2, y2 in rois:
        x, across = start_and_steps(x1, x2, width * ratio, False)
        y, down = start_and_steps(y1, y2, height * ratio, True)
        bits = sum((n % 2**29) << (29 * i) for i, n in enumerate([x, y, *across, *down]))
        rows.append(list(bits.to_bytes(80, "little")))
    return torch.tensor(rows, dtype=torch.uint8)


implement("roi_align_box_processor", "", boxes)
for aligned in False, True:
    plain("roi_align_box_processor", lambda a, b, g=aligned: cd.roi_align_box_processor(a * b, 3, 5, 2, g), "4x5", torch.tensor([0.0, 4, 4, 4, 4]),
          suffix="_aligned" if aligned else "")
plain("where_Scalar", lambda m: cd.where_Scalar(m, 0.3, -7.5), "bool 3x7")
for name in "copy", "load", "store":
    plain(f"idma_{name}", lambda a, f=getattr(cd, f"idma_{name}"): f(a, 1, 2), "3x7")
plain("idma_wait", lambda a: cd.idma_wait(a, 1), "3x7")

# -- moves that the compiler's plan of memory makes unnecessary: the parts are computed where the whole lies --


def parts(a, b):
    joined = torch.neg(torch.cat([torch.relu(a), torch.exp(b)]))
    return torch.exp(joined[1:3]), torch.sigmoid(joined[1])


case("cadence_planned_moves", "aten::_cat_nop.out", parts, "2x16", "2x16", make=make_cadence)
