# SPDX-License-Identifier: 0BSD
"""Reductions, scans and orders."""
import torch
from case import case, pointwise

case("mean_dims", "aten::mean.out", lambda a: a.mean((2, 3)), "2x3x4x5")
case("mean_keepdim", "aten::mean.out", lambda a: a.mean((-1, 1), keepdim=True), "2x3x4x5")
case("mean_first", "aten::mean.out", lambda a: a.mean(0), "3x5")
case("mean_all", "aten::mean.out", lambda a: a.mean((0, 1, 2)), "2x3x4")
case("mean_no_dim", "aten::mean.dtype_out", lambda a: a.mean(), "3x5")
case("mean_dtype", "aten::mean.out", lambda a: a.mean(1, dtype=torch.float32), "i32 3x5")
pointwise("mean_edges", "aten::mean.out", lambda a: a.mean(0), "2x10")
case("mean_f16", "aten::mean.out", lambda a: a.mean(1), "f16 3x5", args="--rtol 2e-3 --atol 1e-3")
SUM = "aten::sum.IntList_out"
case("sum", SUM, lambda a: a.sum((0, 2)), "2x3x4")
case("sum_keepdim", SUM, lambda a: a.sum(-1, keepdim=True), "2x3x4")
case("sum_all", SUM, lambda a: a.sum(), "2x3x4")
case("sum_i32", SUM, lambda a: a.sum(1), "i32 3x5")
case("sum_bool", SUM, lambda a: a.sum(0), "bool 3x5")
case("sum_dtype", SUM, lambda a: a.sum(1, dtype=torch.float32), "i8 3x5")
pointwise("sum_edges", SUM, lambda a: a.sum(1), "10x2")
case("prod", "aten::prod.int_out", lambda a: a.prod(1), "3x5")
case("prod_keepdim_i32", "aten::prod.int_out", lambda a: a.prod(0, keepdim=True), "i32 3x5")
case("prod_all", "aten::prod.out", lambda a: a.prod(), "2x3")
case("var", "aten::var.correction_out", lambda a: torch.var(a, (0, 2), correction=1), "2x3x4")
case("var_zero", "aten::var.correction_out", lambda a: torch.var(a, 1, correction=0, keepdim=True), "3x5")
case("var_unbiased", "aten::var.out", lambda a: torch.ops.aten.var.dim(a, [1], False), "3x5")
case("var_mean", "aten::var_mean.correction_out", lambda a: torch.var_mean(a, -1, correction=1), "3x5")

for name in ("amax", "amin"):
    f = getattr(torch, name)
    pointwise(name, f"aten::{name}.out", lambda a, f=f: f(a, 1), "5x4")
    case(f"{name}_keepdim", f"aten::{name}.out", lambda a, f=f: f(a, (0, 2), True), "2x3x4")
    case(f"{name}_i32", f"aten::{name}.out", lambda a, f=f: f(a, 0), "i32 3x5")
for name in ("argmax", "argmin"):
    f = getattr(torch, name)
    pointwise(name, f"aten::{name}.out", lambda a, f=f: f(a, 1), "5x4")
    case(f"{name}_keepdim", f"aten::{name}.out", lambda a, f=f: f(a, 0, True), "3x5x2")
    case(f"{name}_all", f"aten::{name}.out", lambda a, f=f: f(a), "3x5")
    case(f"{name}_ties", f"aten::{name}.out", lambda a, f=f: f(a, -1), "i64 4x9 <3")
for name in ("max", "min"):
    f = getattr(torch, name)
    pointwise(f"{name}_dim", f"aten::{name}.dim_{name}", lambda a, f=f: tuple(f(a, 1)), "5x4")
    case(f"{name}_dim_keepdim", f"aten::{name}.dim_{name}", lambda a, f=f: tuple(f(a, 0, True)), "i32 3x5")
    pointwise(f"{name}_all", f"aten::{name}.unary_out", f, "3x5")
    case(f"{name}_all_random", f"aten::{name}.unary_out", f, "i64 2x2")
pointwise("any", "aten::any.out", lambda a: a.any(1), "bool 9x2")
case("any_keepdim", "aten::any.out", lambda a: (a > 2.5).any(0, keepdim=True), "3x5")
case("any_dims", "aten::any.dims_out", lambda a: (a > 3).any((0, 2)), "2x5x2")
case("any_all", "aten::any.all_out", lambda a: (a > 4).any(), "2x3")
case("cumsum", "aten::cumsum.out", lambda a: a.cumsum(1), "2x5x3")
case("cumsum_i32", "aten::cumsum.out", lambda a: a.cumsum(0), "i32 5x3")
case("topk", "aten::topk.values", lambda a: tuple(a.topk(3)), "3x7")
case("topk_smallest", "aten::topk.values", lambda a: tuple(a.topk(2, 0, False)), "7x3")
