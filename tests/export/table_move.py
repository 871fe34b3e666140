# SPDX-License-Identifier: 0BSD
"""Moving, creating, gathering and scattering elements; memory formats and conversions."""
import math

import torch
from case import case, pointwise
from inputs import DTYPES
from torch.export import Dim

aten = torch.ops.aten
COPIES = {"backend": {"remove_view_copy": False}}  # else the exporter drops views

case("permute_copy", "aten::permute_copy.out", lambda a: a.permute(2, 0, 1), "2x3x4")
case("permute_copy_5d", "aten::permute_copy.out", lambda a: a.permute(0, -1, 2, 1, 3), "i64 2x3x1x4x5")
case("transpose_copy", "aten::transpose_copy.int_out", lambda a: aten.transpose_copy(a, 0, -1), "2x3x4")
case("t_copy", "aten::t_copy.out", aten.t_copy, "3x5")
case("view_copy", "aten::view_copy.out", lambda a: a.reshape(4, -1), "2x3x4", **COPIES)
case("view_elided", "aten::add.out", lambda a, b: (a + b).view(4, 6) + 1, "2x3x4", "2x3x4")
case("unsqueeze_copy", "aten::unsqueeze_copy.out", lambda a: a.unsqueeze(-2), "3x5")
case("squeeze_copy_dims", "aten::squeeze_copy.dims_out", lambda a: a.squeeze((0, -2)), "1x3x1x5")
case("squeeze_copy_dim", "aten::squeeze_copy.dim_out", lambda a: aten.squeeze_copy.dim(a, 1), "3x1x5")
case("expand_copy", "aten::expand_copy.out", lambda a: a.expand(2, -1, 4), "3x1")
case("repeat", "aten::repeat.out", lambda a: a.repeat(2, 1, 3), "3x2")
case("repeat_interleave", "aten::repeat_interleave.Tensor_out",
     lambda a: torch.repeat_interleave(a, output_size=9), torch.tensor([2, 0, 4, 3]))
case("flip", "aten::flip.out", lambda a: a.flip(0, -1), "2x3x4")
case("roll", "aten::roll.out", lambda a: a.roll((1, -2), (0, 2)), "2x3x5")
case("slice_copy", "aten::slice_copy.Tensor_out", lambda a: a[:, 1:-1:2], "3x8")
case("slice_copy_negative", "aten::slice_copy.Tensor_out", lambda a: a[-2:, :], "5x3")
case("slice_copy_past_end", "aten::slice_copy.Tensor_out", lambda a: a[1:100:3], "i8 8x2")
case("narrow_copy", "aten::narrow_copy.out", lambda a: aten.narrow_copy(a, 1, 2, 3), "2x6")
case("select_copy", "aten::select_copy.int_out", lambda a: a.select(1, -2), "2x3x4")
case("diagonal_copy", "aten::diagonal_copy.out", lambda a: a.diagonal(1, 2, 0), "4x2x5")
case("as_strided_copy", "aten::as_strided_copy.out", lambda a: aten.as_strided_copy(a, [2, 3, 2], [4, 2, 1], 1), "4x4")
case("unfold_copy", "aten::unfold_copy.out", lambda a: aten.unfold_copy(a, 1, 3, 2), "2x8x3")
case("tril", "aten::tril.out", lambda a: a.tril(-1), "2x4x5")
case("triu", "aten::where.self_out", lambda a: a.triu(1), "4x5")
case("split_with_sizes_copy", "aten::split_with_sizes_copy.out", lambda a: a.split([1, 4, 2], 1), "3x7")
case("split_copy", "aten::split_copy.Tensor_out", lambda a: aten.split_copy.Tensor(a, 3, -1), "2x7")
case("chunk", "aten::split_with_sizes_copy.out", lambda a: a.chunk(3, 0), "7x2")
case("unbind_copy", "aten::unbind_copy.int_out", lambda a: aten.unbind_copy(a, 1), "2x3x4")
case("cat", "aten::cat.out", lambda a, b: torch.cat([a, b], 1), "2x3x4", "2x2x4")
case("cat_three", "aten::cat.out", lambda a, b, c: torch.cat([a, b, c], -1), "2x1", "2x3", "2x2")
case("cat_mixed", "aten::cat.out", lambda a, b: torch.cat([a, b]), "i32 2x3", "4x3", _check_ir_validity=False,
     eager=True)  # copies the bytes of a type of equal size
case("cat_empty", "aten::cat.out", lambda a, b, c: torch.cat([a, b, c]), "2x3", "0x3", "1x3")
case("cat_constant", "aten::cat.out", lambda a, k=torch.arange(30.0).reshape(6, 5): torch.cat([a, k[2:4], a]), "3x5")
case("cat_same", "aten::cat.out", lambda a: torch.cat([a, a], 1), "bool 2x3")
case("stack", "aten::stack.out", lambda a, b, c: torch.stack([a, b, c], 1), "2x3", "2x3", "2x3")
case("slice_scatter", "aten::slice_scatter.out", lambda a, b: torch.slice_scatter(a, b, 1, 1, 6, 2), "3x7", "3x3")
case("select_scatter", "aten::select_scatter.out", lambda a, b: torch.select_scatter(a, b, 1, -2), "2x3x4", "2x4")

for name in ("clone", "alias_copy", "detach_copy"):
    case(name, f"aten::{name}.out", getattr(aten, name), "3x5", _skip_dim_order=True)
case("copy", "aten::copy.out", lambda a, b: aten.copy(a, b), "i32 3x5", "5")
case("to_copy", "aten::_to_copy.out", lambda a: a.to(torch.int32), "3x5", _skip_dim_order=True)
TO = "dim_order_ops::_to_dim_order_copy.out"
case("to_i32", TO, lambda a: a.to(torch.int32), "3x7")
case("to_i8", TO, lambda a: a.to(torch.int8), "i32 3x7")
pointwise("to_f16", TO, lambda a: a.to(torch.float16), "3x7")
pointwise("to_bf16", TO, lambda a: a.to(torch.bfloat16), "3x7")
pointwise("to_f64", TO, lambda a: a.to(torch.float64), "3x7")
pointwise("to_bool", TO, lambda a: a.to(torch.bool), "3x7")
pointwise("f16_to_f32", TO, lambda a: a.to(torch.float32), "f16 3x7")
pointwise("bf16_to_f32", TO, lambda a: a.to(torch.float32), "bf16 3x7")
pointwise("i64_to_f32", TO, lambda a: a.to(torch.float32), "i64 3x7")
pointwise("bool_to_i64", TO, lambda a: a.to(torch.int64), "bool 5")
pointwise("u8_to_i8", TO, lambda a: a.to(torch.int8), "u8 3x7")
case("to_channels_last", TO, lambda a: a.to(memory_format=torch.channels_last), "2x3x4x5")
case("from_channels_last", TO, lambda a: a.to(memory_format=torch.contiguous_format), "nhwc 2x3x4x5")
case("add_channels_last", "aten::add.out", torch.add, "nhwc 2x3x4x5", "nhwc 2x3x4x5")
case("mean_channels_last", "aten::mean.out", lambda a: a.mean((2, 3)), "nhwc 2x3x4x5")
case("cat_channels_last", "aten::cat.out", lambda a, b: torch.cat([a, b], 1), "nhwc 2x3x4x5", "nhwc 2x2x4x5",
     eager=True)  # ignores the dim order
case("clone_channels_last", "dim_order_ops::_clone_dim_order.out",
     lambda a: a.clone(memory_format=torch.channels_last), "2x3x4x5")
case("clone_dim_order", "dim_order_ops::_clone_dim_order.out", lambda a: a.clone(), "3x5")
case("empty_dim_order", "dim_order_ops::_empty_dim_order.out", lambda a: torch.empty(3, 5).zero_() + a, "5")
case("empty", "aten::empty.out", lambda a: aten.fill(torch.empty(3, 5), 2.5) + a, "5", _skip_dim_order=True)

case("full", "aten::full.out", lambda a: torch.full((2, 3), 1.5) * a, "3")
case("full_i64", "aten::full.out", lambda a: torch.full((2, 3), -7) * a, "i64 3")
case("full_like", "aten::full_like.out", lambda a: torch.full_like(a, -2.5), "2x3")
case("zeros_ones", "aten::full.out", lambda a: torch.zeros(3) + torch.ones(2, 1) + a, "3", preserve=False)
case("zeros", "aten::zeros.out", lambda a: torch.zeros(2, 3) + a, "3")
case("ones", "aten::ones.out", lambda a: torch.ones(2, 3, dtype=torch.int32) + a, "i32 3")
for name in ("f16", "bf16"):
    case(f"full_like_{name}", "aten::full_like.out", lambda a: torch.full_like(a, -2.5) * a, f"{name} 2x3")
    case(f"full_{name}", "aten::full.out", lambda a, t=DTYPES[name]: torch.full((2, 3), 0.1, dtype=t), "2")
case("fill", "aten::fill.Scalar_out", lambda a: aten.fill(a, 3), "2x3")
case("fill_tensor", "aten::fill.Tensor_out", aten.fill.Tensor, "2x3", "")
case("scalar_tensor", "aten::scalar_tensor.out", lambda a: aten.scalar_tensor(2.5) + a, "3")
case("arange", "aten::arange.start_out", lambda a: torch.arange(2, 9, 3) * a, "i64 3")
case("arange_f32", "aten::arange.start_out", lambda a: torch.arange(1, 0, -0.3) * a, "4")
case("arange_f64", "aten::arange.start_out", lambda a: torch.arange(1, 0, -0.3, dtype=torch.float64) * a, "f64 4")
case("arange_between_sizes", "aten::arange.start_out",
     lambda a: (torch.arange(a.shape[0]) * a, torch.arange(a.shape[0], 2 * a.shape[0] + 3, 2), torch.arange(a.shape[0], -2, -3)),
     "i64 4", more=(("i64 1",), ("i64 7",)), dynamic_shapes=(({0: Dim("n", max=7)},),))
case("arange_end", "aten::arange.out", lambda a: aten.arange(5) + a, "i64 5")

FAR = torch.tensor([-1.5, 300, 256, -129, 127.5, 7e4, -4e4, 255.9, 65536.5, -2147483648, 2147483520])
for name, dtype in {"i8": torch.int8, "u8": torch.uint8, "i16": torch.int16}.items():
    case(f"to_copy_wraps_{name}", "aten::_to_copy.out", lambda a, b, d=dtype: (a.to(d), b.to(d)), FAR, FAR.double() + 0.25, _skip_dim_order=True)
case("gather", "aten::gather.out", lambda a, i: a.gather(1, i), "3x5", "i64 3x4 <5")
case("gather_first", "aten::gather.out", lambda a, i: a.gather(0, i), "3x5x2", "i64 4x5x1 <3")
case("gather_number", "aten::gather.out", lambda a, b, i, j: (a.gather(0, i), a.gather(-1, j), b.gather(0, i)), "", "3", "i64 <1", "i64 4 <1")
case("index_select_number", "aten::index_select.out", lambda a, b, i, j: (a.index_select(0, i), a.index_select(-1, j), b.index_select(1, i)), "", "2x3", "i64 <1", "i64 1 <1")
case("index_select", "aten::index_select.out", lambda a, i: a.index_select(1, i), "2x5x3", "i64 4 <5")
case("index", "aten::index.Tensor_out", lambda a, i: a[i], "5x3", "i64 2x4 <5")
case("index_two", "aten::index.Tensor_out", lambda a, i, j: a[i, j], "5x3x2", "i64 4x1 <5", "i64 3 <3")
case("index_optional", "aten::index.Tensor_out", lambda a, i: a[:, i], "2x5x3", "i64 4 <5")
case("index_split", "aten::index.Tensor_out", lambda a, i, j: a[i, :, j], "4x2x5", "i64 3 <4", "i64 3 <5")
case("index_negative", "aten::index.Tensor_out", lambda a, i: a[i], "5x3", torch.tensor([-1, 0, -5, 4]))
case("index_i32", "aten::index.Tensor_out", lambda a, i: a[:, :, i], "2x3x5", "i32 4 <5")
case("index_put", "aten::index_put.out", lambda a, i, v: a.index_put((i,), v), "5x3", torch.tensor([3, 0]), "2x3")
case("index_put_accumulate", "aten::index_put.out", lambda a, i, j, v: a.index_put((i, j), v, True), "5x3", "i64 7 <5",
     "i64 7 <3", "7")
case("index_put_optional", "aten::index_put.out", lambda a, i, v: aten.index_put(a, [None, i], v), "2x5x3",
     torch.tensor([4, 1]), "2x2x3")
case("scatter", "aten::scatter.src_out", lambda a, i, s: a.scatter(1, i, s), "3x5",
     torch.tensor([[0, 4, 2], [3, 1, 0]]), "3x4")
case("scatter_value", "aten::scatter.value_out", lambda a, i: a.scatter(0, i, 2.5), "3x5", "i64 2x4 <3")
case("scatter_add", "aten::scatter_add.out", lambda a, i, s: a.scatter_add(1, i, s), "3x5", "i64 3x4 <5", "3x4")
for name in ("i8", "u8", "i16", "bool"):
    case(f"index_put_accumulate_{name}", "aten::index_put.out", lambda a, i, v: a.index_put((i,), v, True), f"{name} 3x2",
         "i64 7 <3", f"{name} 7x2")
case("scatter_number", "aten::scatter.src_out", lambda a, b, i, s: (a.scatter(0, i, s), b.scatter(0, i, s)), "", "3", "i64 <1", "")
case("scatter_value_number", "aten::scatter.value_out", lambda a, b, i, j: (a.scatter(0, i, 2.5), a.scatter(-1, j, 1), b.scatter(0, i, 3)), "", "3", "i64 <1", "i64 1 <1")
case("scatter_add_number", "aten::scatter_add.out", lambda a, b, i, s: (a.scatter_add(0, i, s), b.scatter_add(0, i, s)), "", "3", "i64 <1", "")
case("scatter_add_i8", "aten::scatter_add.out", lambda a, i, s: a.scatter_add(1, i, s), "i8 3x5", "i64 3x4 <5", "i8 3x4")
case("masked_scatter", "aten::masked_scatter.out", lambda a, m, s: a.masked_scatter(m, s), "3x5", "bool 3x5", "15")

# ---- what the runtime has no kernel for: PyTorch answers ----

ANSWER = {"eager": True, "_check_ir_validity": False}
for offset, n in ((0, 4), (2, 2), (-1, 4)):
    case(f"diagonal_scatter_{offset}".replace("-", "minus_"), "aten::diagonal_scatter.out",
         lambda a, b, o=offset: torch.diagonal_scatter(a, b, o, 2, 0), "4x2x5", f"2x{n}", **ANSWER)
case("put", "aten::put.out", lambda a, s, i=torch.tensor([[1, -4]]): aten.put(a, i, s), "3x5", "2", **ANSWER)
case("put_accumulate", "aten::put.out", lambda a, i, s: aten.put(a, i, s, True), "3x5", "i64 7 <4", "7", **ANSWER)
for name in ("tril_indices", "triu_indices"):
    for offset in (0, 1, -2):
        case(f"{name}_{offset}".replace("-", "minus_"), f"aten::{name}.out",
             lambda a, f=getattr(torch, name), o=offset: f(3, 4, o) + a, "i64 1", **ANSWER)
case("tril_indices_none", "aten::tril_indices.out", lambda a: torch.tril_indices(3, 4, -3) + a, "i64 1", **ANSWER)
REDUCE = "aten::scatter_reduce.two_out"
for way in ("sum", "mean", "prod", "amax", "amin"):
    for include in (True, False):
        f = lambda a, i, s, w=way, n=include: a.scatter_reduce(1, i, s, w, include_self=n)
        case(f"scatter_reduce_{way}{'' if include else '_alone'}", REDUCE, f, "2x5x2", "i64 2x4x1 <5", "2x4x2",
             more=((torch.tensor([math.nan, 1, -math.inf, 0, 2]).reshape(1, 5, 1).repeat(2, 1, 2), torch.arange(8).reshape(2, 4, 1) % 3,
                    torch.tensor([math.inf, 3, math.nan, -1]).reshape(1, 4, 1).repeat(2, 1, 2)),), **ANSWER)
        case(f"scatter_reduce_{way}{'' if include else '_alone'}_i32", REDUCE, f, "i32 3x5", "i64 3x9 <4", "i32 3x9", **ANSWER)
case("scatter_reduce_part_i8", REDUCE, lambda a, i, s: a.scatter_reduce(1, i, s, "sum"), "i8 2x5x2", "i64 2x4x1 <5", "i8 2x4x2", **ANSWER)
case("scatter_reduce_f16", REDUCE, lambda a, i, s: a.scatter_reduce(0, i, s, "amin"), "f16 3x5", "i64 4x5 <3", "f16 4x5", **ANSWER)
case("scatter_reduce_f64", REDUCE, lambda a, i, s: a.scatter_reduce(0, i, s, "prod"), "f64 3x5", "i64 4x5 <3", "f64 4x5", **ANSWER)
case("scatter_reduce_f64_amax", REDUCE, lambda a, i, s: a.scatter_reduce(0, i, s, "amax"), "f64 3x5", "i64 4x5 <3", "f64 4x5", **ANSWER)
case("scatter_reduce_f64_amin", REDUCE, lambda a, i, s: a.scatter_reduce(0, i, s, "amin"), "f64 3x5", "i64 4x5 <3", "f64 4x5", **ANSWER)
