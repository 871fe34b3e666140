# SPDX-License-Identifier: 0BSD
"""Orders, which the runtime lacks, so PyTorch answers: sorting and what is somewhere in the order."""
import torch
from case import case, pointwise
from torch.export import Dim

ANSWER = {"eager": True, "_check_ir_validity": False}
NAN = float("nan")

# ---- sorting: PyTorch keeps the order of equals on a CPU, whether asked to or not ----

SORT, STABLE = "aten::sort.values", "aten::sort.values_stable"


def dynamic(*bounds):
    """The axes of the only input."""
    return (({i: Dim(f"n{i}", max=most) for i, most in bounds},),)


def both(f):
    return lambda a: tuple(f(a))


pointwise("sort", SORT, both(lambda a: a.sort(1)), "5x11", **ANSWER)
pointwise("sort_descending", SORT, both(lambda a: a.sort(0, True)), "11x3", **ANSWER)
case("sort_ties", STABLE, both(lambda a: torch.sort(a, dim=-1, stable=True)), "i64 4x37 <5", **ANSWER)
case("sort_ties_descending", STABLE, both(lambda a: torch.sort(a, dim=0, descending=True, stable=True)), "i32 37x2 <5", **ANSWER)
case("argsort", SORT, lambda a: a.argsort(-2), "2x9x3", **ANSWER)
case("sort_channels_last", SORT, both(lambda a: a.sort(1)), "nhwc 2x5x3x2", **ANSWER)
for name in ("f64", "f16", "bf16", "u8", "i8", "i16", "bool"):
    pointwise(f"sort_{name}", STABLE, both(lambda a: torch.sort(a, stable=True)), f"{name} 3x19", **ANSWER)
case("sort_rank0", SORT, both(lambda a: a.sort()), "", **ANSWER)
case("sort_empty", SORT, both(lambda a: a.sort(1)), "2x0x3", **ANSWER)
case("sort_dynamic", SORT, both(lambda a: a.sort(1)), "3x7", more=(("5x9",), ("1x2",)), dynamic_shapes=dynamic((0, 5), (1, 9)), **ANSWER)

# ---- one of each line ----

KTH, MEDIAN, MEDIAN_DIM = "aten::kthvalue.values", "aten::median.out", "aten::median.dim_values"
NANMEDIAN, NANMEDIAN_DIM = "aten::nanmedian.out", "aten::nanmedian.dim_values"
pointwise("kthvalue", KTH, both(lambda a: a.kthvalue(3, 1)), "7x5", **ANSWER)
case("kthvalue_keepdim_i8", KTH, both(lambda a: a.kthvalue(2, 0, True)), "i8 4x3", **ANSWER)
SOME_NAN = torch.tensor([[3.0, NAN, 1, 2, NAN], [NAN, 7, NAN, NAN, NAN], [5, 4, 3, 2, 1]])
for name, all_of, along in (("median", MEDIAN, MEDIAN_DIM), ("nanmedian", NANMEDIAN, NANMEDIAN_DIM)):
    f = getattr(torch, name)
    case(f"{name}_all", all_of, f, "3x5", more=((SOME_NAN,), (-SOME_NAN.nan_to_num(7),)), **ANSWER)
    case(f"{name}_all_even_i64", all_of, f, "i64 2x4", **ANSWER)
    case(f"{name}_dim", along, both(lambda a, f=f: f(a, -1)), "3x5", more=((SOME_NAN,),), **ANSWER)
    case(f"{name}_keepdim_even", along, both(lambda a, f=f: f(a, 1, True)), "f16 2x6x3", **ANSWER)
    case(f"{name}_i32", along, both(lambda a, f=f: f(a, 0)), torch.tensor([[3, 1], [7, 5], [-2, 9]], dtype=torch.int32), **ANSWER)
    case(f"{name}_rank0", along, both(lambda a, f=f: f(a, 0)), "", **ANSWER)
    case(f"{name}_dynamic", along, both(lambda a, f=f: f(a, 1)), "3x7", more=(("5x8",), ("1x2",)),
         dynamic_shapes=dynamic((0, 5), (1, 9)), **ANSWER)

# ---- places in what is sorted ----

SEARCH, BUCKETIZE = "aten::searchsorted.Tensor_out", "aten::bucketize.Tensor_out"
BOUNDARIES = torch.tensor([-2.5, -0.5, 0.0, 0.5, 3.0])
ROWS_SORTED = torch.tensor([[1, 3, 3, 9], [-5, 0, 0, 0], [2, 4, 6, 8]])
for right in (False, True):
    suffix = "_right" if right else ""
    pointwise(f"bucketize{suffix}", BUCKETIZE, lambda a, b, r=right: torch.bucketize(a, b, right=r), "3x7", BOUNDARIES, **ANSWER)
    case(f"searchsorted{suffix}", SEARCH, lambda a, b, r=right: torch.searchsorted(b, a, right=r), "i64 3x11 <10", ROWS_SORTED, **ANSWER)
case("bucketize_i32_out", BUCKETIZE, lambda a, b: torch.bucketize(a, b, out_int32=True), "", BOUNDARIES, **ANSWER)
case("bucketize_none", BUCKETIZE, torch.bucketize, "3", torch.zeros(0), **ANSWER)
case("bucketize_integers", BUCKETIZE, lambda a, b=BOUNDARIES: torch.bucketize(a, b), "i32 9 <4", **ANSWER)
case("searchsorted_side", SEARCH, lambda a, b: torch.searchsorted(b, a, side="right", out_int32=True),
     torch.tensor([[0.5, 0.0, 7.0], [-2.5, 1.0, 3.0]]), BOUNDARIES, **ANSWER)
case("searchsorted_dynamic", SEARCH, lambda b, a: torch.searchsorted(b, a), ROWS_SORTED.float(), "3x7",
     more=((ROWS_SORTED[:1].float(), "1x2"),), dynamic_shapes=(({0: (d := Dim("n", max=4))}, {0: d, 1: Dim("m", max=9)}),), **ANSWER)

# ---- one of each ----

UNIQUE, CONSECUTIVE = "aten::_unique2.out", "aten::unique_consecutive.out"


def one_of_each(f=torch.unique):
    return lambda a: f(a, return_inverse=True, return_counts=True)


def at_most(n):
    """For the exporter, which knows no bound."""
    def f(a):
        values, inverse, counts = torch.unique(a, return_inverse=True, return_counts=True)
        torch._check(values.shape[0] <= n)
        return values * 2, inverse, counts
    return f


case("unique", UNIQUE, one_of_each(), "i64 3x5 <6", more=(("i64 3x5 <2",), (torch.arange(15).reshape(3, 5).flip(0),)), **ANSWER)
case("unique_values", UNIQUE, torch.unique, "i64 11 <4", more=((torch.full((11,), 7),),), **ANSWER)
case("unique_counts", UNIQUE, lambda a: torch.unique(a, return_counts=True)[1].sum(), "i32 11 <4", **ANSWER)
pointwise("unique_f32", UNIQUE, one_of_each(), "1x10", **ANSWER)  # of several NaN the order is open
for name in ("f64", "f16", "u8", "i8", "i16", "bool"):
    case(f"unique_{name}", UNIQUE, one_of_each(), f"{name} 13" + (" <4" if name[0] in "ui" else ""), **ANSWER)
case("unique_rank0", UNIQUE, one_of_each(), "", **ANSWER)
case("unique_dynamic", UNIQUE, at_most(9), "i64 7 <9", more=(("i64 9 <9",), ("i64 1 <2",)), dynamic_shapes=dynamic((0, 9)), **ANSWER)
case("unique_gather", UNIQUE, lambda a, b: b.index_select(0, torch.unique(a)).sum(0), "i64 9 <4", "4x3", **ANSWER)
case("unique_consecutive", CONSECUTIVE, one_of_each(torch.unique_consecutive), "i64 3x5 <2", more=((torch.full((3, 5), 4),),), **ANSWER)
pointwise("unique_consecutive_f32", CONSECUTIVE, one_of_each(torch.unique_consecutive), "2x10", **ANSWER)
case("unique_consecutive_dim", CONSECUTIVE, lambda a: torch.unique_consecutive(a, dim=0), "bf16 9", more=((torch.ones(9).bfloat16(),),), **ANSWER)
