# SPDX-License-Identifier: 0BSD
"""Sizes that are known when the method is called, one operator after the other: aten up to l.

Those without a line here have a dynamic case elsewhere, or have no size: _local_scalar_dense, of one element. Where an
extent shapes what the compiler computes (transforms, adaptive windows, three axes, gradients of convolutions) it is
bound, and the others are dynamic."""
import torch
from sizes import cases_at
from table_llm_other import close, near, returns_tensor
from torch import nn
from torch.nn import functional as F

aten = torch.ops.aten
sizes = cases_at(N=(4, 1, 7), M=(3, 5, 2), K=(5, 3, 8))
ANSWER = {"eager": True, "_check_ir_validity": False}  # the runtime has no kernel for these


def twice_channels_last(a):
    a = a.to(memory_format=torch.channels_last)
    return a + a


def bound(number, extents):
    """Arguments that tell the extents of an input which are always the same: the file says only how many elements it has."""
    return " ".join(f"--bind input{number}.dim{i}={n}" for i, n in extents.items())


# ---- elementwise ----

for f in (torch.abs, torch.acos, torch.acosh, torch.angle, torch.asin, torch.asinh, torch.atan, torch.atanh, torch.ceil, torch.cos, torch.cosh,
          torch.erf, torch.exp, torch.exp2, torch.expm1, torch.floor, torch.isinf, torch.isnan, torch.log, torch.log10, torch.log1p, torch.log2,
          torch.logical_not, torch.logit):
    sizes(f"{f.__name__}.out", f, "NxM", elementwise=True)
sizes("bitwise_not.out", torch.bitwise_not, "i32 NxM")
for f in (torch.atan2, torch.copysign, torch.fmax, torch.fmin, torch.floor_divide):
    sizes(f"{f.__name__}.out", f, "NxM", "M")
for f in (torch.logical_and, torch.logical_or, torch.logical_xor):
    sizes(f"{f.__name__}.out", f, "bool NxM", "bool Nx1")
for f in (torch.eq, torch.fmod, torch.ge, torch.gt, torch.le, torch.lt):
    name = f.__name__
    sizes(f"{name}.Tensor_out", f, "i32 NxM <5", "i32 M <5")
    sizes(f"{name}.Scalar_out", lambda a, f=f: f(a, 2), "i32 NxM <5")
for f in (torch.bitwise_and, torch.bitwise_or, torch.bitwise_xor):
    name = f.__name__
    sizes(f"{name}.Tensor_out", f, "i32 NxM", "i32 M")
    sizes(f"{name}.Scalar_out", lambda a, f=f: f(a, 0x35), "i16 NxM")
for f in (torch.bitwise_left_shift, torch.bitwise_right_shift):
    name = f.__name__
    sizes(f"{name}.Tensor_out", f, "i32 NxM", "i32 M <7")
    sizes(f"{name}.Tensor_Scalar_out", lambda a, f=f: f(a, 3), "i8 NxM")
for mode in ("floor", "trunc"):
    sizes("div.Scalar_mode_out", lambda a, m=mode: aten.div.Scalar_mode(a, 0.75, rounding_mode=m), "NxM", name=f"div_scalar_{mode}", keep=True)
    sizes("div.out_mode", lambda a, b, m=mode: torch.div(a, b, rounding_mode=m), "NxM", "Nx1", name=f"div_{mode}")
sizes("div.Scalar_out", lambda a: aten.div.Scalar(a, 0.7), "NxM")
sizes("clamp.Tensor_out", torch.clamp, "NxM", "Nx1", "M")
sizes("elu.out", lambda a: F.elu(a, 1.5), "NxM")
sizes("gelu.out", F.gelu, "NxM")
sizes("hardtanh.out", lambda a: F.hardtanh(a, -0.5, 1.5), "NxM")
sizes("leaky_relu.out", lambda a: F.leaky_relu(a, 0.2), "NxM")
sizes("ldexp.out", torch.ldexp, "NxM", "i8 Nx1 <5", keep=True)

# ---- products and distances ----

sizes("add.out", lambda a: a + a[1::2] * 2, "2xN", name="add_row_of_two")
sizes("addmm.out", torch.addmm, "NxM", "NxK", "KxM")
sizes("addmm.out", lambda c, a, b: torch.addmm(c, a, b, beta=0.5, alpha=-2), "M", "NxK", "KxM", name="addmm_row")
sizes("addmm.out", lambda c, a, b: torch.addmm(c, a, b, beta=0.5, alpha=-2), "Nx1", "NxK", "KxM", name="addmm_column")
sizes("addmv.out", torch.addmv, "N", "NxK", "K")
sizes("addbmm.out", torch.addbmm, "NxM", "KxNx3", "Kx3xM")
sizes("bmm.out", torch.bmm, "NxMxK", "NxKx3")
sizes("bmm.out", lambda a, b: torch.bmm(a, b.expand(a.size(0), -1, -1)), "NxMx5", "5x4", name="bmm_one_matrix")
for name, shape in {"": "NxMx3", "_row": "3", "_column": "Mx1", "_batch": "Nx1x1"}.items():
    sizes("baddbmm.out", lambda c, a, b: torch.baddbmm(c, a, b, beta=0.5, alpha=-2), shape, "NxMxK", "NxKx3", name=f"baddbmm{name}", keep=True)
sizes("linear.out", nn.Linear(3, 4), "NxMx3")
sizes("linear.out", F.linear, "NxK", "MxK", "M", name="linear_weight")
for p in (0.0, 1.0, 2.0, float("inf")):
    sizes("_cdist_forward.out", lambda a, b, p=p: aten._cdist_forward(a.round(), b.round(), p, None), "2xNxK", "2xMxK", name=f"cdist_p{p:g}")
sizes("dist.out", torch.dist, "NxM", "NxM", keep=True)
sizes("linalg_vector_norm.out", lambda a: torch.linalg.vector_norm(a, 3, 0), "NxM", keep=True)
sizes("_fft_r2c.out", torch.fft.rfft, "Nx10", bind=bound(0, {1: 10}))
sizes("_fft_c2r.out", torch.fft.irfft, "c64 Nx6", bind=bound(0, {1: 6}))
close("_tensor_sizes", lambda: [pair for n in (3, 1, 5) for pair in near(n, 4)], change=returns_tensor, rtol=1 / 64,
      dynamic_shapes=(({0: torch.export.Dim("n", max=5)},) * 2,))

# ---- windows ----

sizes("convolution.out", nn.Conv2d(3, 4, (3, 2), padding=(1, 0), stride=(2, 1)), "Nx3xKx2M", name="convolution")
sizes("convolution.out", nn.Conv2d(4, 4, 3, padding=1, groups=4), "Nx4xKxM", name="convolution_depthwise")
sizes("convolution.out", nn.Conv2d(3, 5, 1), "Nx3xKxM", name="convolution_pointwise")
sizes("convolution.out", nn.Conv2d(8, 9, 3, padding=1), "Nx8x2KxM", name="convolution_winograd")
sizes("convolution.out", nn.Conv1d(3, 4, 3, dilation=2), "Nx3x2K", name="convolution_1d")
sizes("convolution.out", nn.ConvTranspose2d(3, 4, (3, 2), stride=(2, 1)), "Nx3xKxM", name="convolution_transposed")
sizes("convolution.out", lambda a, w, b: F.conv2d(a, w, b), "1xNx2Kx4", "MxNx3x2", "M", name="convolution_channels",
      bind=bound(1, {2: 3, 3: 2}))
sizes("avg_pool2d.out", nn.AvgPool2d((3, 2), stride=(2, 1), padding=(1, 1)), "Nx2xKxM", name="avg_pool2d")
sizes("avg_pool2d.out", nn.AvgPool2d(2, ceil_mode=True, count_include_pad=False), "Nx2x2Nx7", name="avg_pool2d_ceil")
sizes("convolution.out", nn.Conv3d(2, 3, (2, 3, 2)), "Nx2x4x5x4", name="convolution_3d", bind=bound(0, {2: 4, 3: 5, 4: 4}), **ANSWER)
sizes("convolution.out", nn.ConvTranspose3d(2, 3, (2, 3, 2)), "Nx2x3x2x2", name="convolution_3d_transposed",
      bind=bound(0, {2: 3, 3: 2, 4: 2}), **ANSWER)
sizes("convolution_backward.out", lambda g, x, w: aten.convolution_backward(g, x, w, [4], [2, 1], [1, 0], [1, 1], False, [0, 0], 1, [True] * 3),
      "Nx4x2x2", "Nx3x4x3", "4x3x3x2", bind=f"{bound(0, {2: 2, 3: 2})} {bound(1, {2: 4, 3: 3})}")
sizes("avg_pool3d.out", nn.AvgPool3d((2, 3, 2)), "Nx2x4x3x5", bind=bound(0, {2: 4, 3: 3, 4: 5}))
sizes("max_pool3d_with_indices.out", nn.MaxPool3d(2, return_indices=True), "Nx1x4x4x5", name="max_pool3d",
      bind=bound(0, {2: 4, 3: 4, 4: 5}))
sizes("_adaptive_avg_pool2d.out", nn.AdaptiveAvgPool2d((3, 2)), "Nx2x7x5", bind=bound(0, {2: 7, 3: 5}))
sizes("_adaptive_avg_pool3d.out", nn.AdaptiveAvgPool3d((2, 1, 2)), "Nx2x3x2x4", bind=bound(0, {2: 3, 3: 2, 4: 4}))
sizes("adaptive_max_pool2d.out", nn.AdaptiveMaxPool2d((3, 2), return_indices=True), "Nx2x7x5", bind=bound(0, {2: 7, 3: 5}))
sizes("adaptive_max_pool3d.out", nn.AdaptiveMaxPool3d((2, 1, 2), return_indices=True), "Nx2x3x2x3", bind=bound(0, {2: 3, 3: 2, 4: 3}))
sizes("grid_sampler_2d.out", lambda a, g: F.grid_sample(a, g, align_corners=False), "Nx3xKxM", "NxMx6x2")
sizes("index.Tensor_out", lambda a: F.unfold(a[None], 2, padding=1), "2xKx3", name="index_unfold")
sizes("constant_pad_nd.out", lambda a: F.pad(a, (1, 2, 0, 3), value=-1.5), "NxMx3")

# ---- reductions and orders ----

for f in (torch.amax, torch.amin):
    sizes(f"{f.__name__}.out", lambda a, f=f: f(a, (0, 2)), "NxMx3")
for f in (torch.argmax, torch.argmin):
    sizes(f"{f.__name__}.out", lambda a, f=f: f(a, 0), "NxM")
sizes("any.all_out", lambda a: (a > 3).any(), "NxM")
sizes("any.dims_out", lambda a: (a > 3).any((0, 2)), "Nx5xM")
sizes("any.out", lambda a: (a > 3).any(0), "NxM")
sizes("cumsum.out", lambda a: a.cumsum(0), "NxM")
sizes("_log_softmax.out", lambda a: a.log_softmax(0), "NxM")
sizes("_log_softmax.out", lambda a: a.log_softmax(-1), "NxM", name="log_softmax_last")
sizes("kthvalue.values", lambda a: tuple(a.kthvalue(2, 0)), "KxM", name="kthvalue")
sizes("bucketize.Tensor_out", torch.bucketize, "NxM", torch.tensor([-2.5, -0.5, 0.0, 0.5, 3.0]))

# ---- moves ----

for name in ("clone", "alias_copy", "detach_copy"):
    sizes(f"{name}.out", getattr(aten, name), "NxM", _skip_dim_order=True)
sizes("_conj_physical.out", aten._conj_physical, "c64 NxM")
sizes("copy.out", aten.copy, "i32 NxM", "M")
sizes("empty.out", lambda a: aten.copy(torch.empty(a.shape[0], 3), a) + 1, "Nx3", _skip_dim_order=True)
sizes("fill.Tensor_out", aten.fill.Tensor, "NxM", "")
sizes("fill.Scalar_out", lambda a: aten.fill(a, 3), "NxM")
sizes("full_like.out", lambda a: torch.full_like(a, -2.5) * a, "NxM")
sizes("flip.out", lambda a: a.flip(0, -1), "NxMx3")
sizes("cat.out", lambda a, b: torch.cat([a, b, a], 1), "NxM", "NxK")
sizes("cat.out", lambda a, b: torch.cat([twice_channels_last(a), twice_channels_last(b)], 2), "Nx2xMx3", "Nx2xKx3", name="cat_channels_last",
      **ANSWER)  # the runtime ignores the dim order
sizes("diagonal_copy.out", lambda a: a.diagonal(0, 2, 0), "Nx2xM")
sizes("diagonal_copy.out", lambda a: a.diagonal(1, 1, 2), "Nx4x5", name="diagonal_copy_batch")
sizes("diagonal_copy.out", lambda a: a.diagonal(1), "MxK", name="diagonal_copy_above")
sizes("diagonal_scatter.out", lambda a, b: torch.diagonal_scatter(a, b, 0, 2, 0), "Mx2x2M", "2xM")
sizes("as_strided_copy.out", lambda a: aten.as_strided_copy(a, [a.shape[0], 2], [3, 1], 1), "Nx3")
sizes("exponential.out", lambda a: ((e := aten.exponential(a, 4.0)) > 0).all() & ((e.mean() - 0.25).abs() < 0.1), "Nx100")

# ---- by index ----

sizes("embedding.out", nn.Embedding(7, 5), "i64 NxM <7")
sizes("embedding.out", lambda w, i: F.embedding(i, w), "KxM", "i64 N <3", name="embedding_weight")
sizes("_embedding_bag_forward_only.out", lambda i, o, w, p: F.embedding_bag(i, w, o, mode="sum", per_sample_weights=p), "i64 4N <7",
      torch.tensor([0, 2, 2]), "7x5", "4N")
sizes("gather.out", lambda a, i: a.gather(0, i), "KxMx2", "i64 NxMx1 <3")
sizes("index_select.out", lambda a, i: a.index_select(1, i), "MxKx3", "i64 N <3")
sizes("index.Tensor_out", lambda a, i: a[i], "KxM", "i64 NxM <3", name="index")
sizes("index.Tensor_out", lambda a, i, j: a[i, j], "KxMx2", "i64 Nx1 <3", "i64 M <2", name="index_two")
sizes("index.Tensor_out", lambda a, i, j: a[i, :, j], "KxMxK", "i64 N <3", "i64 N <3", name="index_split")
sizes("index_put.out", lambda a, i, v: a.index_put((i,), v), "KxM", torch.tensor([2, 0]), "2xM", name="index_put")
sizes("index_put.out", lambda a, i, j, v: a.index_put((i, j), v, True), "KxMx2", "i64 N <3", "i64 N <2", "Nx2", name="index_put_accumulate")
sizes("index_put.out", lambda a, i, v: aten.index_put(a, [None, i], v), "NxKxM", torch.tensor([2, 1]), "Nx2xM", name="index_put_optional")
sizes("index_put_", lambda a, i, v: (a * 2).index_put((i,), v), "KxM", torch.tensor([2, 0]), "2xM", name="index_put_inplace",
      backend={"run_reinplace_pass": True})
sizes("copy_", lambda a: a.mul_(2).sum(0), "NxM", name="copy_inplace")
