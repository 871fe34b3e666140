# SPDX-License-Identifier: 0BSD
"""Reductions, scans and orders."""
import math

import torch
from case import case, pointwise
from oracle import lower, run
from torch.export import Dim

case("mean_dims", "aten::mean.out", lambda a: a.mean((2, 3)), "2x3x4x5")
case("mean_keepdim", "aten::mean.out", lambda a: a.mean((-1, 1), keepdim=True), "2x3x4x5")
case("mean_first", "aten::mean.out", lambda a: a.mean(0), "3x5")
case("mean_all", "aten::mean.out", lambda a: a.mean((0, 1, 2)), "2x3x4")
case("mean_no_dim", "aten::mean.dtype_out", lambda a: a.mean(), "3x5")
case("mean_dtype", "aten::mean.out", lambda a: a.mean(1, dtype=torch.float32), "i32 3x5")
pointwise("mean_edges", "aten::mean.out", lambda a: a.mean(0), "2x10")
case("mean_f16", "aten::mean.out", lambda a: a.mean(1), "f16 3x5", args="--rtol 2e-3 --atol 1e-3")
case("sum_f16", "aten::sum.IntList_out", lambda a: a.sum((0, 2)), "f16 3x5x7", args="--rtol 2e-3 --atol 1e-2")
case("amax_f16", "aten::amax.out", lambda a: a.amax(1), "f16 3x5")
case("amin_f16", "aten::amin.out", lambda a: a.amin(0), "f16 3x5")
case("mean_rows_of_channels", "aten::mean.out", lambda a: a.mean((2, 3)), "nhwc 2x19x4x5")
SUM = "aten::sum.IntList_out"
case("sum", SUM, lambda a: a.sum((0, 2)), "2x3x4")
case("sum_keepdim", SUM, lambda a: a.sum(-1, keepdim=True), "2x3x4")
case("sum_all", SUM, lambda a: a.sum(), "2x3x4")
case("sum_i32", SUM, lambda a: a.sum(1), "i32 3x5")
case("sum_bool", SUM, lambda a: a.sum(0), "bool 3x5")
case("sum_middle", SUM, lambda a: a.sum(1), "2x5x19")
case("sum_middle_i64", SUM, lambda a: a.sum(1), "i64 2x5x19")
case("sum_to_bool", SUM, lambda a: a.sum(1, dtype=torch.bool), torch.tensor([[1, -1], [0, 0], [0, 3]]))
case("sum_dtype", SUM, lambda a: a.sum(1, dtype=torch.float32), "i8 3x5")
pointwise("sum_edges", SUM, lambda a: a.sum(1), "10x2")
case("prod", "aten::prod.int_out", lambda a: a.prod(1), "3x5")
case("prod_keepdim_i32", "aten::prod.int_out", lambda a: a.prod(0, keepdim=True), "i32 3x5")
case("prod_all", "aten::prod.out", lambda a: a.prod(), "2x3")
case("var", "aten::var.correction_out", lambda a: torch.var(a, (0, 2), correction=1), "2x3x4")
case("var_zero", "aten::var.correction_out", lambda a: torch.var(a, 1, correction=0, keepdim=True), "3x5")
case("var_first", "aten::var.correction_out", lambda a: torch.var(a, (0, 1), correction=1), "2x3x19")
case("var_unbiased", "aten::var.out", lambda a: torch.ops.aten.var.dim(a, [1], False, True), "3x5")
case("var_dim", "aten::var.out", lambda a: torch.ops.aten.var.dim(a, [0], True), "3x5")
case("var_mean", "aten::var_mean.correction_out", lambda a: torch.var_mean(a, -1, correction=1), "3x5")
case("var_mean_few", "aten::var_mean.correction_out", lambda a: torch.var_mean(a, -1, correction=5, keepdim=True), "3x5",
     eager=True)  # not even the mean is a number

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
case("any_dims_keepdim", "aten::any.dims_out", lambda a: (a > 3).any((0, 2), True), "2x5x2")
case("any_all", "aten::any.all_out", lambda a: (a > 1).any(), "2x3")
case("cumsum", "aten::cumsum.out", lambda a: a.cumsum(1), "2x5x3")
case("cumsum_i32", "aten::cumsum.out", lambda a: a.cumsum(0), "i32 5x3")
case("amax_first", "aten::amax.out", lambda a: torch.amax(a, 0), "5x19")
# The order of equal elements is open, and the runtime's is another than ptec's: `verify` looks what the indices name.
TIES = torch.tensor([[1, math.nan, 3, 2, math.nan, 0, 3, -math.inf], [5, 5, 1, 5, 2, 2, 1, 5], [math.nan] * 8, [0.0, -0.0, 0, -0.0, 0, 1, 1, 0]])
case("topk_ties", "aten::topk.values", lambda a: a.topk(4, -1), TIES)
case("topk_ties_first", "aten::topk.values", lambda a: a.topk(3, 0, largest=False), TIES.T.contiguous())
case("topk_ties_computed", "aten::topk.values", lambda a: (a * 2).topk(6), torch.tensor([[5.0, 5, 1, 5, 2, 2, 1], [3, 1, 4, 1, 0, 0, 1]]))


def name_others(c, inputs):
    """Expects the index of an element that is not equal: `verify` must see that."""
    program = lower(c.function, inputs[0])
    outputs = run(program.buffer, inputs)
    outputs[0][1][0, 3] = 0
    return program, outputs


case("topk_ties_wrong", "aten::topk.values", lambda a: a.topk(4, -1), TIES, make=name_others)
case("topk", "aten::topk.values", lambda a: tuple(a.topk(3)), "3x7")
case("topk_smallest", "aten::topk.values", lambda a: tuple(a.topk(2, 0, False)), "7x3")

# ---- what the runtime has no kernel for: PyTorch answers ----

ANSWER = {"eager": True, "_check_ir_validity": False}


def dynamic(*bounds):
    """The axes of the only input."""
    return (({i: Dim(f"n{i}", max=most) for i, most in bounds},),)


NORM = "aten::linalg_vector_norm.out"
ORDERS = {"0": 0, "1": 1, "2": 2, "3_5": 3.5, "minus_1": -1, "inf": math.inf, "minus_inf": -math.inf}
for name, p in ORDERS.items():
    case(f"vector_norm_{name}", NORM, lambda a, p=p: torch.linalg.vector_norm(a, p, 1), "3x5x2",
         more=((torch.tensor([[[0.0, 2], [-0.0, 1]], [[math.inf, 2], [-math.inf, 1]], [[math.nan, 0], [1, 4]]]),),),
         keep=True, dynamic_shapes=dynamic((0, 3), (1, 5)), **ANSWER)
case("vector_norm_all_keepdim", NORM, lambda a: torch.linalg.vector_norm(a, keepdim=True), "2x3x4", keep=True, **ANSWER)
case("vector_norm_f16", NORM, lambda a: torch.linalg.vector_norm(a, 3, (0, -1)), "f16 2x3x4", keep=True, **ANSWER)
case("vector_norm_dtype", NORM, lambda a: torch.linalg.vector_norm(a, 2, 0, dtype=torch.float64), "5x3", keep=True, **ANSWER)
case("vector_norm_channels_last", NORM, lambda a: torch.linalg.vector_norm(a, 1, 1), "nhwc 2x3x2x4", keep=True, **ANSWER)
for name in ("0", "1", "2", "3_5", "inf"):
    case(f"dist_{name}", "aten::dist.out", lambda a, b, p=ORDERS[name]: torch.dist(a, b, p), "3x1x5", "4x5", **ANSWER)

for name in ("cumprod", "cummax", "cummin"):
    f = getattr(torch, name)
    single = name == "cumprod"
    operator = f"aten::{name}.out"

    def along(axis, f=f, single=single):
        return lambda a: f(a, axis) if single else tuple(f(a, axis))

    pointwise(name, operator, along(1), "2x13x2", **ANSWER)
    case(f"{name}_ties", operator, along(-1), "i64 3x19 <4", **ANSWER)
    case(f"{name}_f16", operator, along(0), "f16 7x3", **ANSWER)
    case(f"{name}_rank0", operator, along(0), "", **ANSWER)
    case(f"{name}_dynamic", operator, along(1), "3x7", more=(("5x9",), ("1x2",)), dynamic_shapes=dynamic((0, 5), (1, 9)), **ANSWER)
pointwise("cummax_columns", "aten::cummax.out", lambda a: tuple(a.cummax(0)), "20x2", **ANSWER)
pointwise("cummin_f64", "aten::cummin.out", lambda a: tuple(a.cummin(0)), "f64 20x2", **ANSWER)
