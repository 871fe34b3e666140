# SPDX-License-Identifier: 0BSD
"""Layers: convolution, matrix products, normalisation, pooling, softmax, embedding, resampling, padding."""
import torch
from case import case, pointwise
from torch import nn
from torch.export import Dim
from torch.nn import functional as F

aten = torch.ops.aten
CONV = "aten::convolution.out"

case("conv2d", CONV, nn.Conv2d(3, 4, (3, 2)), "1x3x6x7")
case("conv2d_stride_pad", CONV, nn.Conv2d(3, 4, (3, 2), stride=(2, 1), padding=(1, 0)), "2x3x7x6")
case("conv2d_depthwise", CONV, nn.Conv2d(4, 4, 3, padding=1, groups=4), "1x4x5x6")
case("conv2d_depthwise_multiplier", CONV, nn.Conv2d(2, 6, (3, 2), stride=(1, 2), padding=(2, 1), groups=2), "1x2x5x6")
case("conv2d_grouped_nobias", CONV, nn.Conv2d(4, 6, (1, 3), groups=2, bias=False), "1x4x5x6")
case("conv2d_dilated", CONV, nn.Conv2d(2, 3, 3, dilation=(2, 1), padding=(2, 1)), "1x2x8x7")
case("conv2d_pointwise", CONV, nn.Conv2d(7, 5, 1), "2x7x3x4")
# Results between these convolutions are large enough that vector kernels take them by rows.
def dw(channels, kernel, **options):
    return nn.Conv2d(channels, channels, kernel, groups=channels, **options)


class Residual(nn.Module):
    def __init__(self):
        super().__init__()
        self.stem = nn.Conv2d(1, 6, 3, padding=1)
        self.block = nn.Sequential(nn.Conv2d(6, 78, 1), nn.ReLU6(), dw(78, 3, padding=1), nn.ReLU6(), nn.Conv2d(78, 6, 1))
        self.head = nn.Conv2d(6, 1, 3, stride=2)

    def forward(self, x):
        x = self.stem(x)
        return self.head(x + self.block(x))


case("strips_chain", CONV, nn.Sequential(nn.Conv2d(1, 72, 3, padding=1), nn.ReLU6(), dw(72, 3, padding=1), nn.ReLU6(),
                                         nn.Conv2d(72, 8, 1), nn.Conv2d(8, 72, 1), nn.ReLU(),
                                         dw(72, 5, stride=2, padding=2), nn.Conv2d(72, 1, 1)), "1x1x34x29")
case("strips_residual", CONV, Residual(), "1x1x31x33")
case("strips_dilated", CONV, nn.Sequential(nn.Conv2d(1, 64, 3, dilation=2, padding=(0, 3)),
                                           nn.Conv2d(64, 64, (3, 1), stride=(3, 2), groups=32),
                                           nn.Conv2d(64, 1, (5, 3), dilation=(1, 2), padding=(4, 0))), "1x1x38x34")
case("strips_skipped_rows", CONV, nn.Sequential(nn.Conv2d(1, 80, 3, padding=1), dw(80, (2, 1), stride=(3, 1)),
                                                nn.Conv2d(80, 1, 1)), "1x1x33x31")
case("strips_winograd", CONV, nn.Sequential(nn.Conv2d(1, 64, 3, padding=1), nn.Conv2d(64, 8, 3, padding=1), nn.Conv2d(8, 1, 1)), "1x1x37x33")
case("strips_pools", CONV, nn.Sequential(nn.Conv2d(1, 72, 3, padding=1), nn.MaxPool2d(3, 2, 1, ceil_mode=True), nn.Conv2d(72, 24, 1),
                                         nn.AvgPool2d((2, 3), (1, 2)), dw(24, 3, padding=1), nn.MaxPool2d(2),
                                         nn.Conv2d(24, 1, 1)), "1x1x36x30")
case("conv2d_winograd", CONV, nn.Sequential(nn.Conv2d(9, 13, 3, padding=(1, 0)), nn.ReLU()), "2x9x7x12")
case("conv2d_unbatched", CONV, nn.Conv2d(3, 4, (2, 3)), "3x5x6")
case("conv2d_same", CONV, nn.Conv2d(2, 3, (4, 3), padding="same"), "1x2x5x6")
case("conv2d_hardswish", CONV, nn.Sequential(nn.Conv2d(3, 9, 3), nn.Hardswish()), "1x3x6x7")
case("conv2d_hardsigmoid", CONV, nn.Sequential(nn.Conv2d(3, 9, 1), nn.Hardsigmoid()), "1x3x6x7")
case("conv2d_weight_input", CONV, lambda x, w, b: F.conv2d(x, w, b, stride=(1, 2)), "1x3x5x6", "4x3x2x3", "4")
case("conv2d_f16", CONV, lambda x, w, b: F.conv2d(x, w, b, padding=(1, 0)), "f16 1x2x5x6", "f16 3x2x2x3", "f16 3",
     args="--rtol 1e-2 --atol 1e-2")
case("conv2d_channels_last", CONV, nn.Conv2d(3, 4, (3, 2), stride=(1, 2), padding=(0, 1)), "nhwc 2x3x5x6")
case("conv1d", CONV, nn.Conv1d(3, 5, 4, stride=2, padding=1), "2x3x11")
case("conv1d_depthwise", CONV, nn.Conv1d(4, 4, 3, padding=2, dilation=2, groups=4, bias=False), "1x4x9")
case("conv_transpose2d", CONV, nn.ConvTranspose2d(3, 4, (3, 2), stride=(2, 1), padding=(1, 0), output_padding=(1, 0)),
     "1x3x4x5")
case("conv_transpose2d_grouped", CONV, nn.ConvTranspose2d(4, 6, (2, 3), stride=(1, 2), dilation=(2, 1), groups=2),
     "2x4x3x4")
case("conv_transpose2d_phases", CONV, nn.ConvTranspose2d(6, 4, (5, 4), stride=(2, 3), padding=(1, 2), output_padding=(1, 0), groups=2),
     "2x6x4x5")
case("conv_transpose2d_gaps", CONV, nn.ConvTranspose2d(3, 5, (2, 1), stride=(3, 2), padding=(0, 0), output_padding=(2, 1)), "1x3x4x5")
case("conv_transpose2d_same", CONV, nn.Sequential(nn.ConvTranspose2d(3, 4, 3, padding=1), nn.ReLU()), "1x3x4x5")
case("conv_transpose2d_cut", CONV, nn.ConvTranspose2d(2, 3, (3, 6), stride=2, padding=(2, 4), bias=False), "1x2x5x6")
case("conv_transpose1d_phases", CONV, nn.ConvTranspose1d(2, 3, 5, stride=2, output_padding=1), "1x2x6")
case("conv_transpose1d", CONV, nn.ConvTranspose1d(3, 2, 4, stride=3, padding=2), "2x3x5")

case("linear", "aten::linear.out", nn.Linear(5, 3), "2x4x5")
case("linear_nobias", "aten::linear.out", nn.Linear(5, 3, bias=False), "4x5")
case("linear_decomposed", "aten::addmm.out", nn.Linear(5, 3), "4x5", preserve=False)
case("addmm", "aten::addmm.out", torch.addmm, "4x3", "4x5", "5x3")
case("addmm_beta_alpha", "aten::addmm.out", lambda c, a, b: torch.addmm(c, a, b, beta=0.5, alpha=-2), "3", "4x5", "5x3")
case("addmm_beta_zero", "aten::addmm.out", lambda c, a, b: torch.addmm(c, a, b, beta=0), "4x1", "4x5", "5x3")
case("addmm_i32", "aten::addmm.out", lambda c, a, b: torch.addmm(c, a, b, alpha=2), "i32 3", "i32 4x5", "i32 5x3")
case("mm", "aten::mm.out", torch.mm, "4x5", "5x3")
case("mm_i64", "aten::mm.out", torch.mm, "i64 4x5", "i64 5x3")
case("mm_bf16", "aten::mm.out", torch.mm, "bf16 4x5", "bf16 5x3", args="--rtol 1e-2 --atol 1e-1")
for name in ("i8", "u8", "i16"):
    case(f"mm_{name}", "aten::mm.out", torch.mm, f"{name} 4x5", f"{name} 5x3")
case("addmm_i64_factors", "aten::addmm.out", lambda c, a, b: torch.addmm(c, a, b, beta=2**30 + 1, alpha=-(2**24) - 1), "i64 3", "i64 4x5", "i64 5x3")
case("addmm_i16", "aten::addmm.out", lambda c, a, b: torch.addmm(c, a, b, alpha=2), "i16 3", "i16 4x5", "i16 5x3")
case("bmm", "aten::bmm.out", torch.bmm, "2x4x5", "2x5x3")
case("matmul_broadcast", "aten::bmm.out", torch.matmul, "2x1x4x5", "3x5x6")
case("attention", "aten::bmm.out", F.scaled_dot_product_attention, "1x2x3x4", "1x2x5x4", "1x2x5x6")

BN = "aten::_native_batch_norm_legit_no_training.out"
case("batch_norm", BN, nn.BatchNorm2d(3, eps=1e-2), "2x3x4x5")
case("batch_norm_1d", BN, nn.BatchNorm1d(3, affine=False), "4x3")
case("batch_norm_3d", BN, nn.BatchNorm1d(3), "2x3x7")
case("batch_norm_no_stats", "aten::_native_batch_norm_legit.no_stats_out",
     lambda x, w, b: aten._native_batch_norm_legit.no_stats(x, w, b, True, 0.1, 1e-3), "2x3x4x5", "3", "3")
case("layer_norm", "aten::native_layer_norm.out", nn.LayerNorm((4, 5), eps=1e-3), "2x3x4x5")
case("layer_norm_plain", "aten::native_layer_norm.out", nn.LayerNorm(5, elementwise_affine=False), "3x5")
case("group_norm", "aten::native_group_norm.out", nn.GroupNorm(2, 6), "2x6x3x4")
case("rms_norm", "aten::rsqrt.out", nn.RMSNorm(7, eps=1e-3), "2x3x7")
case("native_dropout_eval", "aten::native_dropout.out", lambda a: aten.native_dropout(a, 0.5, False)[0], "3x5")

AVG = "aten::avg_pool2d.out"
case("avg_pool2d", AVG, nn.AvgPool2d((2, 3)), "1x2x6x7")
case("avg_pool2d_pad", AVG, nn.AvgPool2d((3, 2), stride=(2, 1), padding=(1, 1)), "2x3x6x5")
case("avg_pool2d_pad_excluded", AVG, nn.AvgPool2d(3, stride=2, padding=1, count_include_pad=False), "1x2x6x7")
case("avg_pool2d_ceil", AVG, nn.AvgPool2d((3, 2), stride=(2, 3), ceil_mode=True), "1x2x6x7")
case("avg_pool2d_ceil_pad", AVG, nn.AvgPool2d(3, stride=2, padding=1, ceil_mode=True), "1x2x6x8")
case("avg_pool2d_divisor", AVG, nn.AvgPool2d((2, 3), stride=2, divisor_override=5), "1x2x5x7")
case("avg_pool1d", AVG, nn.AvgPool1d(3, stride=2, padding=1), "1x2x9")
MAX = "aten::max_pool2d_with_indices.out"
pointwise("max_pool2d", MAX, nn.MaxPool2d((2, 3)), "1x2x6x7", eager=True)  # loses NaN
pointwise("max_pool2d_pad", MAX, nn.MaxPool2d((3, 2), stride=(2, 1), padding=(1, 1)), "2x3x6x5", eager=True)
case("max_pool2d_dilated_ceil", MAX, nn.MaxPool2d(2, stride=3, dilation=(2, 3), ceil_mode=True), "1x2x8x9")
case("max_pool2d_indices", MAX, nn.MaxPool2d((2, 3), stride=(1, 2), return_indices=True), "2x2x5x7")
case("max_pool2d_i8", MAX, lambda a: aten.max_pool2d_with_indices(a, [2, 3])[0], "i8 1x2x4x6")
case("max_pool2d_channels_last", MAX, nn.MaxPool2d((2, 3)), "nhwc 2x3x4x7")
# Channels enough for vector kernels, between convolutions that order them.
case("max_pool2d_between", MAX, nn.Sequential(nn.Conv2d(2, 21, 3), nn.MaxPool2d(3, 2, 1, ceil_mode=True), nn.Conv2d(21, 18, 1),
                                              nn.AvgPool2d(3, 2, 1), nn.Conv2d(18, 3, 1)), "2x2x12x15",
     args="--kernels vector,portable --threads 2")
case("max_pool1d", MAX, nn.MaxPool1d(3, stride=2, padding=1), "1x2x9")
case("avg_pool2d_image", AVG, nn.AvgPool2d((3, 2), stride=(2, 1), padding=(1, 0), ceil_mode=True), "3x6x5")
case("avg_pool1d_image", AVG, nn.AvgPool1d(3, stride=2, padding=1, count_include_pad=False), "2x9")
case("max_pool2d_image", MAX, nn.MaxPool2d((2, 3), stride=(1, 2), padding=1, return_indices=True), "2x5x7")
case("max_pool1d_image", MAX, nn.MaxPool1d(3, stride=2, padding=1), "2x9")
case("adaptive_avg_pool2d", "aten::_adaptive_avg_pool2d.out", nn.AdaptiveAvgPool2d((3, 2)), "1x2x7x5")

pointwise("softmax", "aten::_softmax.out", lambda a: a.softmax(-1), "3x7")
case("softmax_middle", "aten::_softmax.out", lambda a: a.softmax(1), "2x5x3")
case("softmax_large", "aten::_softmax.out", lambda a: (a * 80).softmax(0), "5x3")
case("softmax_f64", "aten::_softmax.out", lambda a: a.softmax(1), "f64 2x5x3")
pointwise("log_softmax", "aten::_log_softmax.out", lambda a: a.log_softmax(-1), "3x7")
case("log_softmax_f64", "aten::_log_softmax.out", lambda a: a.log_softmax(0), "f64 5x3", eager=True)
case("log_softmax_first", "aten::_log_softmax.out", lambda a: a.log_softmax(0), "5x3")
case("embedding", "aten::embedding.out", nn.Embedding(7, 5), "i64 2x3 <7")
case("embedding_empty", "aten::embedding.out", nn.Embedding(0, 5), torch.zeros(0, dtype=torch.int64))
case("embedding_i32", "aten::embedding.out", nn.Embedding(7, 5, padding_idx=2), "i32 4 <7")

NEAREST, BILINEAR = "aten::upsample_nearest2d.vec_out", "aten::upsample_bilinear2d.vec_out"
case("upsample_nearest", NEAREST, lambda a: F.interpolate(a, scale_factor=2), "1x2x3x4")
case("upsample_nearest_one", NEAREST, lambda a: F.interpolate(a, (3, 4)), "1x2x1x3")
case("upsample_nearest_size", NEAREST, lambda a: F.interpolate(a, (5, 3)), "1x2x3x7")
case("upsample_bilinear", BILINEAR, lambda a: F.interpolate(a, scale_factor=(2, 1.5), mode="bilinear"), "1x2x3x4")
case("upsample_bilinear_one", BILINEAR, lambda a: F.interpolate(a, (3, 4), mode="bilinear"), "1x2x1x1")
case("upsample_bilinear_corners", BILINEAR, lambda a: F.interpolate(a, (5, 3), mode="bilinear", align_corners=True),
     "1x2x3x7")
case("upsample_bilinear_antialias", "aten::_upsample_bilinear2d_aa.out",
     lambda a: F.interpolate(a, (3, 4), mode="bilinear", antialias=True), "1x2x7x9")
case("upsample_bilinear_antialias_scales", "aten::_upsample_bilinear2d_aa.out",
     lambda a: F.interpolate(a, scale_factor=(0.47, 1.6), mode="bilinear", antialias=True), "1x2x7x4")
case("upsample_bilinear_antialias_corners", "aten::_upsample_bilinear2d_aa.out",
     lambda a: F.interpolate(a, (3, 5), mode="bilinear", antialias=True, align_corners=True), "1x2x7x4")
for mode in ("bilinear", "nearest", "bicubic"):
    for padding in ("zeros", "border", "reflection"):
        case(f"grid_sampler_{mode}_{padding}", "aten::grid_sampler_2d.out",
             lambda a, g, m=mode, p=padding: F.grid_sample(a, g, m, p, align_corners=False), "2x3x4x5", "2x3x6x2")
case("grid_sampler_corners", "aten::grid_sampler_2d.out", lambda a, g: F.grid_sample(a, g, align_corners=True),
     "2x3x4x5", "2x3x6x2")

case("constant_pad_nd", "aten::constant_pad_nd.out", lambda a: F.pad(a, (1, 2, 0, 3), value=-1.5), "2x3x4")
case("constant_pad_nd_i8", "aten::constant_pad_nd.out", lambda a: F.pad(a, (0, 1, 2, 0), value=7), "i8 3x5")
for kind in ("reflection", "replication"):
    shapes = {1: ("2x3x5", [2, 1]), 2: ("2x3x4x5", [1, 2, 3, 0]), 3: ("1x2x4x5x3", [1, 2, 0, 3, 2, 1])}
    for n, (shape, pad) in shapes.items():
        f = getattr(aten, f"{kind}_pad{n}d")
        case(f"{kind}_pad{n}d", f"aten::{kind}_pad{n}d.out", lambda a, f=f, p=pad: f(a, p), shape)
case("pixel_shuffle", "aten::pixel_shuffle.out", lambda a: F.pixel_shuffle(a, 2), "2x8x3x5")
case("pixel_unshuffle", "aten::pixel_unshuffle.out", lambda a: F.pixel_unshuffle(a, 2), "2x2x6x4")

case("convolution_backward", "aten::convolution_backward.out",
     lambda g, x, w: aten.convolution_backward(g, x, w, [4], [2, 1], [1, 0], [1, 1], False, [0, 0], 1, [True] * 3),
     "1x4x3x6", "1x3x6x7", "4x3x3x2")
for name, mask in {"input": [True, False, False], "weight": [False, True, True]}.items():
    case(f"convolution_backward_{name}", "aten::convolution_backward.out",
         lambda g, x, w, m=mask: [t for t in aten.convolution_backward(g, x, w, [6], [1, 2], [1, 1], [2, 1], False, [0, 0], 2, m) if t is not None],
         "2x6x4x3", "2x4x6x6", "6x2x3x4")
case("convolution_backward1d", "aten::convolution_backward.out",
     lambda g, x, w: aten.convolution_backward(g, x, w, [6], [2], [1], [1], False, [0], 1, [True] * 3), "2x6x4", "2x3x7", "6x3x3", eager=True)
case("convolution_backward1d_grouped", "aten::convolution_backward.out",
     lambda g, x, w: aten.convolution_backward(g, x, w, [6], [1], [2], [2], False, [0], 3, [True] * 3), "2x6x7", "2x3x7", "6x1x3", eager=True)
case("max_pool2d_backward_image", "aten::max_pool2d_with_indices_backward.grad_input",
     lambda g, x: aten.max_pool2d_with_indices_backward(
         g, x, [2, 3], [2, 3], [0, 0], [1, 1], False, aten.max_pool2d_with_indices(x, [2, 3])[1]), "2x3x2", "2x6x7", eager=True)
case("max_pool2d_backward", "aten::max_pool2d_with_indices_backward.grad_input",
     lambda g, x: aten.max_pool2d_with_indices_backward(
         g, x, [2, 3], [2, 3], [0, 0], [1, 1], False, aten.max_pool2d_with_indices(x, [2, 3])[1]), "1x2x3x2", "1x2x6x7",
     eager=True)  # adds to memory that nobody cleared
for p in (0.0, 1.0, 2.0, float("inf")):
    case(f"cdist_p{p:g}", "aten::_cdist_forward.out", lambda a, b, p=p: aten._cdist_forward(a.round(), b, p, None),
         "2x4x3", torch.arange(30.0).reshape(2, 5, 3) % 7 - 3)
case("pdist", "aten::_pdist_forward.out", lambda a: aten._pdist_forward(a, 2.0), "5x3")
case("pdist_pair", "aten::_pdist_forward.out", lambda a: aten._pdist_forward(a, 2.0), "2x3")
case("pdist_p1", "aten::_pdist_forward.out", lambda a: aten._pdist_forward(a, 1.0), "5x3")

# ---- further types ----

# One rounding apart, which is more than a relative error of 1e-3.
case("log_softmax_bf16", "aten::_log_softmax.out", lambda a: a.log_softmax(-1), "bf16 5x40")

HALF_SUMS = "--rtol 1e-2 --atol 1e-1"  # which the runtime rounds to halves
TRANSPOSED = [2, 1], [1, 0], [1, 0], 2, [1, 2]  # stride, padding, output padding, groups, dilation
for name, args in {"f64": "", "f16": HALF_SUMS, "bf16": "--rtol 2e-2 --atol 2e-1", "i64": "", "i8": ""}.items():
    case(f"conv_transpose2d_{name}", CONV, lambda x, w, b: F.conv_transpose2d(x, w, b, *TRANSPOSED), f"{name} 1x4x3x4", f"{name} 4x2x3x2",
         f"{name} 4", args=args, eager=args != "")
case("conv_transpose2d_weights_f16", CONV, nn.ConvTranspose2d(3, 4, 3, stride=2, padding=1, output_padding=1).half(),
     "f16 1x3x4x5", args=HALF_SUMS, eager=True)
case("prelu", "aten::where.self_out", nn.PReLU(5), "3x5")
for name in ("i64", "u8"):
    case(f"conv2d_{name}", CONV, lambda x, w, b: F.conv2d(x, w, b, stride=(1, 2), padding=(2, 1), groups=2), f"{name} 1x4x5x6", f"{name} 6x2x2x3",
         f"{name} 6")
case("conv1d_i16", CONV, lambda x, w: F.conv1d(x, w, dilation=2), "i16 2x3x9", "i16 4x3x3")
case("linear_i8", "aten::linear.out", F.linear, "i8 2x4x5", "i8 3x5", "i8 3")
case("linear_i64", "aten::linear.out", F.linear, "i64 4x5", "i64 3x5")
case("addmm_f64_factors", "aten::addmm.out", lambda c, a, b: torch.addmm(c, a, b, beta=0.3, alpha=-1.7), "f64 3", "f64 4x5", "f64 5x3")
case("layer_norm_f64", "aten::native_layer_norm.out", lambda a, w, b: F.layer_norm(a, (4, 5), w, b, 1e-3), "f64 2x3x4x5", "f64 4x5", "f64 4x5")
case("layer_norm_plain_f64", "aten::native_layer_norm.out", lambda a: F.layer_norm(a, (5,)), "f64 3x5")
case("group_norm_f64", "aten::native_group_norm.out", lambda a, w, b: F.group_norm(a, 2, w, b, 1e-3), "f64 2x6x3x4", "f64 6", "f64 6")
for name in ("f64", "i64"):
    case(f"avg_pool2d_{name}", AVG, nn.AvgPool2d((3, 2), stride=(2, 1), padding=1, count_include_pad=False), f"{name} 2x3x6x5")
    case(f"avg_pool2d_divisor_{name}", AVG, nn.AvgPool2d((2, 3), stride=2, divisor_override=-5), f"{name} 1x2x5x7")
    case(f"adaptive_avg_pool2d_{name}", "aten::_adaptive_avg_pool2d.out", nn.AdaptiveAvgPool2d((3, 5)), f"{name} 1x2x7x5")
    case(f"adaptive_avg_pool2d_even_{name}", "aten::_adaptive_avg_pool2d.out", nn.AdaptiveAvgPool2d((3, 1)), f"{name} 1x2x6x5")
pointwise("max_pool2d_f64", MAX, nn.MaxPool2d((3, 2), stride=(2, 1), padding=1, return_indices=True), "f64 2x3x6x5", eager=True)
for name in ("i64", "u8"):
    pointwise(f"max_pool2d_{name}", MAX, nn.MaxPool2d((3, 2), stride=(2, 1), padding=1, return_indices=True), f"{name} 2x3x6x5")
for mode in ("nearest", "bilinear", "bicubic"):
    case(f"grid_sampler_{mode}_f64", "aten::grid_sampler_2d.out", lambda a, g, m=mode: F.grid_sample(a, g, m, "reflection", align_corners=False),
         "f64 2x3x4x5", "f64 2x3x6x2")
LARGE = torch.linspace(-1e300, 1e300, 24, dtype=torch.float64).reshape(1, 2, 3, 4)
case("upsample_bilinear_f64", BILINEAR, lambda a: F.interpolate(a, scale_factor=(2, 1.5), mode="bilinear"), LARGE)
case("upsample_bilinear_antialias_f64", "aten::_upsample_bilinear2d_aa.out", lambda a: F.interpolate(a, (2, 3), mode="bilinear", antialias=True), LARGE)

# ---- what the runtime has no kernel for: PyTorch answers ----

ANSWER = {"eager": True, "_check_ir_validity": False}
BADDBMM = {"keep": True, **ANSWER}
for name, shape in {"": "2x4x3", "_row": "3", "_column": "4x1", "_batch": "2x1x1"}.items():
    case(f"baddbmm{name}", "aten::baddbmm.out", lambda c, a, b: torch.baddbmm(c, a, b, beta=0.5, alpha=-2), shape,
         "2x4x5", "2x5x3", **BADDBMM)
case("baddbmm_constant", "aten::baddbmm.out", lambda a, b=torch.arange(6.0).reshape(2, 3, 1), c=torch.ones(2, 1, 1): torch.baddbmm(c, a, b), "2x4x3", **BADDBMM)
case("baddbmm_f16", "aten::baddbmm.out", torch.baddbmm, "f16 2x4x3", "f16 2x4x5", "f16 2x5x3", args="--rtol 1e-2 --atol 1e-2",
     **BADDBMM)
case("addbmm", "aten::addbmm.out", torch.addbmm, "4x3", "2x4x5", "2x5x3", **ANSWER)
case("addbmm_beta_alpha", "aten::addbmm.out", lambda c, a, b: torch.addbmm(c, a, b, beta=0.5, alpha=-2), "3", "2x4x5",
     "2x5x3", **ANSWER)
case("addmv", "aten::addmv.out", torch.addmv, "4", "4x5", "5", **ANSWER)
case("addmv_beta_alpha", "aten::addmv.out", lambda c, a, b: torch.addmv(c, a, b, beta=-3, alpha=0.5), "", "4x5", "5", **ANSWER)
case("addmv_i64", "aten::addmv.out", torch.addmv, "i64 1", "i64 4x5", "i64 5", **ANSWER)

# ---- windows over three axes ----

case("conv3d", CONV, nn.Conv3d(2, 3, (2, 3, 2)), "1x2x4x5x6", **ANSWER)
case("conv3d_batch_stride_pad", CONV, nn.Conv3d(2, 3, (3, 2, 3), stride=(2, 1, 2), padding=(2, 1, 0)), "2x2x5x4x6", **ANSWER)
case("conv3d_dilated_grouped", CONV, nn.Conv3d(4, 6, (2, 3, 1), dilation=(3, 1, 2), padding=(1, 0, 1), groups=2, bias=False),
     "1x4x6x5x4", **ANSWER)
case("conv3d_depthwise_far_pad", CONV, nn.Conv3d(2, 2, (3, 1, 1), padding=(4, 0, 0), stride=3, groups=2), "2x2x2x4x4", **ANSWER)
case("conv3d_pointwise_f16", CONV, lambda a, w, b: F.conv3d(a, w, b), "f16 1x2x3x2x2", "f16 3x2x1x1x1", "f16 3",
     args="--rtol 1e-2 --atol 1e-2", **ANSWER)
case("conv3d_f64", CONV, lambda a, w: F.conv3d(a, w), "f64 1x2x3x4x2", "f64 3x2x2x2x1", **ANSWER)
case("conv3d_channels_last", CONV, nn.Conv3d(2, 3, 2), torch.randn(2, 2, 3, 4, 3).to(memory_format=torch.channels_last_3d), **ANSWER)
case("conv_transpose3d", CONV, nn.ConvTranspose3d(2, 3, (2, 3, 2)), "1x2x3x4x2", **ANSWER)
case("conv_transpose3d_all", CONV, nn.ConvTranspose3d(4, 2, (3, 2, 3), stride=(3, 2, 1), padding=(2, 1, 0), dilation=(2, 1, 2),
                                                      output_padding=(2, 1, 0), groups=2, bias=False), "2x4x3x2x3", **ANSWER)
case("conv_transpose3d_f16", CONV, lambda a, w, b: F.conv_transpose3d(a, w, b, stride=2), "f16 1x2x2x2x2", "f16 2x3x2x1x2", "f16 3",
     args="--rtol 1e-2 --atol 1e-2", **ANSWER)

AVG3, MAX3 = "aten::avg_pool3d.out", "aten::max_pool3d_with_indices.out"
case("avg_pool3d", AVG3, nn.AvgPool3d((2, 3, 2)), "2x2x4x6x5", **ANSWER)
case("avg_pool3d_pad", AVG3, nn.AvgPool3d(3, stride=(2, 1, 2), padding=1), "1x2x5x4x6", **ANSWER)
case("avg_pool3d_ceil_pad_excluded", AVG3, nn.AvgPool3d(3, stride=2, padding=(1, 0, 1), ceil_mode=True, count_include_pad=False),
     "1x2x6x6x5", **ANSWER)
case("avg_pool3d_ceil_pad", AVG3, nn.AvgPool3d(3, stride=2, padding=1, ceil_mode=True), "1x2x6x8x6", **ANSWER)
case("avg_pool3d_f64", AVG3, nn.AvgPool3d((2, 3, 2)), "f64 1x2x4x6x5", **ANSWER)
case("avg_pool3d_divisor", AVG3, nn.AvgPool3d(2, divisor_override=-5), "3x4x4x6", **ANSWER)
pointwise("max_pool3d", MAX3, nn.MaxPool3d((2, 3, 2), return_indices=True), "2x2x4x6x5", **ANSWER)
case("max_pool3d_values", MAX3, nn.MaxPool3d(3, stride=2, padding=1), "f16 2x5x6x4", **ANSWER)
case("max_pool3d_dilated_ceil", MAX3, nn.MaxPool3d((2, 3, 2), stride=(3, 2, 1), padding=(1, 0, 1), dilation=(3, 1, 2), ceil_mode=True,
                                                   return_indices=True), "1x2x7x6x6", **ANSWER)
case("max_pool3d_ties", MAX3, lambda a: nn.MaxPool3d(2, stride=1, return_indices=True)(a.round()), "1x1x4x5x4", **ANSWER)
case("max_pool3d_i64", MAX3, nn.MaxPool3d((2, 3, 2), return_indices=True), "i64 2x4x6x5", **ANSWER)

AMP2, AMP3, AAP3 = "aten::adaptive_max_pool2d.out", "aten::adaptive_max_pool3d.out", "aten::_adaptive_avg_pool3d.out"
pointwise("adaptive_max_pool2d", AMP2, nn.AdaptiveMaxPool2d((3, 2), return_indices=True), "2x2x7x10", **ANSWER)
case("adaptive_max_pool2d_even", AMP2, nn.AdaptiveMaxPool2d((2, 5), return_indices=True), "f16 2x6x5", **ANSWER)
case("adaptive_max_pool2d_rows", AMP2, nn.AdaptiveMaxPool2d((4, None), return_indices=True), "2x3x3x4", **ANSWER)
case("adaptive_max_pool2d_channels_last", AMP2, nn.AdaptiveMaxPool2d((2, 3)), "nhwc 1x3x5x4", **ANSWER)
case("adaptive_max_pool1d", AMP2, nn.AdaptiveMaxPool1d(3), "2x3x7", **ANSWER)
case("adaptive_max_pool2d_f64", AMP2, nn.AdaptiveMaxPool2d((3, 2), return_indices=True), "f64 1x2x7x5", **ANSWER)
case("adaptive_max_pool3d", AMP3, nn.AdaptiveMaxPool3d((2, 3, 2), return_indices=True), "2x2x5x7x4", **ANSWER)
case("adaptive_max_pool3d_even", AMP3, nn.AdaptiveMaxPool3d((2, 3, 1), return_indices=True), "2x4x3x3", **ANSWER)
case("adaptive_avg_pool3d", AAP3, nn.AdaptiveAvgPool3d((2, 3, 2)), "2x2x5x7x4", **ANSWER)
case("adaptive_avg_pool3d_f64", AAP3, nn.AdaptiveAvgPool3d((2, 3, 2)), "f64 1x2x5x7x4", **ANSWER)
case("adaptive_avg_pool3d_even", AAP3, nn.AdaptiveAvgPool3d((2, 1, 4)), "2x4x3x8", **ANSWER)
case("adaptive_avg_pool3d_wider_f16", AAP3, nn.AdaptiveAvgPool3d((4, 2, 3)), "f16 1x2x3x2x4", args="--rtol 2e-3 --atol 1e-3", **ANSWER)
case("adaptive_avg_pool2d_unbatched", "aten::_adaptive_avg_pool2d.out", nn.AdaptiveAvgPool2d((3, 2)), "2x7x5", **ANSWER)

# ---- embeddings in bags, with all that PyTorch gives beside the rows ----

INDICES, OFFSETS = torch.tensor([1, 2, 4, 5, 4, 3]), torch.tensor([0, 2, 2, 5])
BAG, ONLY = "aten::_embedding_bag.out", "aten::_embedding_bag_forward_only.out"
for mode, number in (("sum", 0), ("mean", 1), ("max", 2)):
    case(f"embedding_bag_{mode}", BAG, nn.EmbeddingBag(7, 5, mode=mode), "i64 3x4 <7", **ANSWER)
    case(f"embedding_bag_{mode}_all", BAG, lambda i, o, w, m=number: aten._embedding_bag(w, i, o, False, m), INDICES, OFFSETS, "7x5", **ANSWER)
    case(f"embedding_bag_{mode}_padding", BAG,
         lambda i, o, w, m=number: aten._embedding_bag(w, i, o, False, m, False, None, True, 4), INDICES, torch.tensor([0, 2, 3, 3, 6]), "7x5",
         **ANSWER)
case("embedding_bag_weighted", ONLY, lambda i, o, w, p: F.embedding_bag(i, w, o, mode="sum", per_sample_weights=p), INDICES, OFFSETS, "7x5",
     "6", **ANSWER)
for mode, number in (("mean", 1), ("max", 2)):
    case(f"embedding_bag_{mode}_f64", BAG, lambda i, o, w, m=number: aten._embedding_bag(w, i, o, False, m), INDICES, OFFSETS, "f64 7x5", **ANSWER)
case("embedding_bag_weighted_f64", ONLY, lambda i, o, w, p: F.embedding_bag(i, w, o, mode="sum", per_sample_weights=p), INDICES, OFFSETS, "f64 7x5",
     "f64 6", **ANSWER)
for mode in ("sum", "mean"):  # the exporter has room for four sizes of bags, of which there are three
    case(f"embedding_bag_{mode}_last_offset", ONLY, lambda i, o, w, m=mode: F.embedding_bag(i, w, o, mode=m, include_last_offset=True), INDICES,
         torch.tensor([0, 2, 2, 6]), "7x5", **ANSWER)
case("embedding_bag_no_bags", BAG, lambda i, o, w: aten._embedding_bag(w, i, o, False, 0, False, None, True), INDICES[:0], torch.tensor([0]), "7x5", **ANSWER)
case("embedding_bag_ties", BAG, lambda i, o, w: aten._embedding_bag(w.round(), i, o, False, 2), INDICES, OFFSETS, "7x5", **ANSWER)
case("embedding_bag_i32", BAG, lambda i, o, w: aten._embedding_bag(w, i, o, False, 1)[0], INDICES.int(), OFFSETS.int(), "7x5", **ANSWER)
case("embedding_bag_dynamic", BAG, lambda i, o, w: aten._embedding_bag(w, i, o, False, 1)[0], INDICES, OFFSETS, "7x5",
     more=((INDICES[:2], OFFSETS[:1], "7x5"), (INDICES.repeat(2), torch.tensor([0, 3, 3, 9, 12]), "7x5")),
     dynamic_shapes=(({0: Dim("n", max=12)}, {0: Dim("bags", max=5)}, None),), **ANSWER)
