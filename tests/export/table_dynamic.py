# SPDX-License-Identifier: 0BSD
"""Results whose sizes depend on the data: where elements are not zero, what a mask selects, and what reads those."""
import math

import torch
from case import case
from torch.export import Dim

aten = torch.ops.aten
NONZERO, SELECT, INDEX, PUT = "aten::nonzero.out", "aten::masked_select.out", "aten::index.Tensor_out", "aten::index_put.out"
NUMBER = torch.tensor(2.5)


def mask(*shape, value=True):
    return torch.full(shape, value)


def all_and_none(*operands, shape):
    """Those operands with a mask that holds everywhere, and nowhere."""
    return (*operands, mask(*shape)), (*operands, mask(*shape, value=False))


def ones_and_zeros(*shape, dtype=torch.float32):
    return (torch.ones(shape, dtype=dtype),), (torch.zeros(shape, dtype=dtype),)


def rows(**bounds):
    """Of the first input; its axes are dynamic up to these bounds."""
    return (({i: Dim(name, max=most) for i, (name, most) in enumerate(bounds.items())},),)


def every(n, *shape):
    return (torch.arange(math.prod(shape)) % n == 1).reshape(shape)


def at_most(n):
    """For the exporter, which takes the number of elements before broadcasting for the most."""
    def f(a, m):
        selected = a.masked_select(m)
        torch._check(selected.shape[0] <= n)
        return selected
    return f


# ---- where; of two axes and more the runtime ignores the order of the result's, or the input's, axes ----

case("nonzero", NONZERO, torch.nonzero, "i32 3x4 <2", more=ones_and_zeros(3, 4, dtype=torch.int32), eager=True)
case("nonzero_1d", NONZERO, torch.nonzero, "i64 11 <2", more=ones_and_zeros(11, dtype=torch.int64))
case("nonzero_3d", NONZERO, torch.nonzero, "bool 2x3x5", more=ones_and_zeros(2, 3, 5, dtype=torch.bool), eager=True)
case("nonzero_rank0", NONZERO, torch.nonzero, NUMBER, more=((NUMBER * 0,),))
case("nonzero_channels_last", NONZERO, torch.nonzero, "nhwc 1x2x3x2", eager=True)
case("nonzero_dynamic", NONZERO, torch.nonzero, "i32 3x4 <2", more=(("i32 5x6 <2",), ("i32 1x2 <3",)), eager=True,
     dynamic_shapes=rows(n=5, m=6))
for name in ("f32", "f64", "f16", "bf16"):
    case(f"nonzero_{name}", NONZERO, torch.nonzero, f"{name} 20", elementwise=True)
for name in ("u8", "i8", "i16"):
    case(f"nonzero_{name}", NONZERO, torch.nonzero, f"{name} 9 <2")

# ---- by a mask ----

case("masked_select", SELECT, torch.masked_select, "3x4", "bool 3x4", elementwise=True, more=all_and_none("3x4", shape=(3, 4)))
for name in ("f64", "f16", "bf16", "u8", "i8", "i16", "i32", "i64", "bool"):
    case(f"masked_select_{name}", SELECT, torch.masked_select, f"{name} 13", "bool 13", elementwise=True)
case("masked_select_of_one", SELECT, lambda a, m: at_most(1)(a, m) * a, "1", "bool 1", more=all_and_none("1", shape=(1,)))
case("masked_select_row", SELECT, torch.masked_select, "3x4", "bool 4", more=all_and_none("3x4", shape=(4,)))
case("masked_select_column", SELECT, torch.masked_select, "3x4", "bool 3x1", more=all_and_none("3x4", shape=(3, 1)))
case("masked_select_repeated", SELECT, at_most(5), "i16 5", every(7, 2, 3, 5), more=(("i16 5", mask(2, 3, 5, value=False)),))
case("masked_select_both", SELECT, at_most(12), "3x1x4", every(2, 2, 1), more=(("3x1x4", mask(2, 1, value=False)),))
case("masked_select_rank0", SELECT, at_most(1), NUMBER, mask(), more=((NUMBER, mask(value=False)),))
case("masked_select_number", SELECT, at_most(6), NUMBER, "bool 2x3", more=all_and_none(NUMBER, shape=(2, 3)))
case("masked_select_empty", SELECT, at_most(4), "0x3", "bool 3")
case("masked_select_dynamic", SELECT, lambda a: a.masked_select(a > 0), "3x4", more=(("5x6",), ("1x2",)),
     dynamic_shapes=rows(n=5, m=6))

# ---- a mask as an index ----

case("index_mask", INDEX, lambda a: a[a > 0], "3x4", more=ones_and_zeros(3, 4))
case("index_mask_sum", INDEX, lambda a: a[a > 0].sum(), "3x4", more=ones_and_zeros(3, 4))
case("index_mask_rows", INDEX, lambda a, m: a[m], "i8 4x3x2", "bool 4", more=all_and_none("i8 4x3x2", shape=(4,)))
case("index_mask_leading", INDEX, lambda a, m: a[m], "i64 4x3x2", "bool 4x3", more=all_and_none("i64 4x3x2", shape=(4, 3)))
case("index_mask_dynamic", INDEX, lambda a: a[a.sum(1) > 0] * 2, "3x4", more=(("5x4",), ("1x4",)),
     dynamic_shapes=(({0: Dim("n", max=5)},),))
case("index_mask_and_index", INDEX, lambda a, m, i: a[m, i], "4x3x5", "bool 4x3", torch.tensor([-1]))
case("index_put_mask", PUT, lambda a, m: a.index_put((m,), torch.tensor(7.0)), "3x4", "bool 3x4",
     more=all_and_none("3x4", shape=(3, 4)))
case("index_put_mask_rows", PUT, lambda a, m, b: a.index_put((m,), b), "4x3", "bool 4", "3",
     more=(("4x3", mask(4), "3"), ("4x3", mask(4, value=False), "3")))
case("index_put_mask_number", PUT, lambda a, m: aten.index_put(a, [None, m], torch.tensor(7.0)), "2x4x3", "bool 4")
case("index_put_mask_columns", PUT, lambda a, m, b: aten.index_put(a, [None, m], b), "2x4x3", "bool 4", "3")
case("index_put_mask_add", PUT, lambda a, m: a.index_put((m,), torch.tensor(7.0), accumulate=True), "3x4", "bool 3x4")

# ---- and on ----

case("nonzero_gather", "aten::gather.out", lambda a: (a * 2).gather(0, torch.nonzero(a > 0).reshape(-1)), "9",
     more=ones_and_zeros(9))
case("nonzero_rows", "aten::index_select.out", lambda a, b: b.index_select(0, torch.nonzero(a > 0).reshape(-1)), "4", "4x3",
     more=((torch.ones(4), "4x3"), (torch.zeros(4), "4x3")))
case("nonzero_index", INDEX, lambda a, b: b[torch.nonzero(a).reshape(-1)].sum(0), "i32 5 <2", "5x3")
case("masked_select_add", SELECT, lambda a, b: (s := a.masked_select(a > 0), s * 2 + s.cos(), s + b, s.sum()), "3x4", "1",
     more=((torch.ones(3, 4), "1"), (torch.zeros(3, 4), "1")))
case("masked_select_twice", SELECT, lambda a: (s := a.masked_select(a > 0)).masked_select(s > 1), "3x4",
     more=ones_and_zeros(3, 4))
case("masked_select_cat", SELECT, lambda a, b: torch.cat([a.masked_select(a > 0), b.masked_select(b < 0)]), "3x4", "5")
case("masked_select_count", SELECT, lambda a: (s := a.masked_select(a > 0), s.shape[0], s.shape[0] * 3 + 1), "3x4",
     more=ones_and_zeros(3, 4))

# ---- a sum that becomes a size ----


def repeated(a):
    copies = torch.repeat_interleave(a)
    torch._check(copies.shape[0] <= 12)
    return copies


REPEAT = "aten::repeat_interleave.Tensor_out"
case("repeat_interleave_dynamic", REPEAT, repeated, torch.tensor([2, 0, 4, 3]),
     more=((torch.tensor([0, 0, 0, 0]),), (torch.tensor([0, 12, 0, 0]),), (torch.tensor([1, 0, 0, 1]),)))
case("repeat_interleave_rows", REPEAT, lambda a, b: b.index_select(0, repeated(a)) * 2, torch.tensor([2, 0, 4, 3]), "4x2",
     more=((torch.tensor([0, 0, 0, 0]), "4x2"), (torch.tensor([0, 12, 0, 0]), "4x2")))

# ---- random numbers: a test cannot know them, but where they are, that they differ, and their shape and type ----

RAND, RANDN = "aten::rand.out", "aten::randn.out"
ONE = torch.tensor(1.0)
case("rand", RAND, lambda a: ((r := torch.rand(3, 5)) >= 0) & (r < a), ONE)
case("randn", RANDN, lambda a: ((torch.randn(3, 5) * a).abs() < 7), ONE)
case("rand_twice", RAND, lambda a: (torch.rand(40) * a == torch.rand(40)).any(), ONE)
case("randn_twice", RANDN, lambda a: (torch.randn(40) * a == torch.randn(40)).any(), ONE)
for name, dtype in ("f64", torch.float64), ("f16", torch.float16), ("bf16", torch.bfloat16):
    case(f"rand_{name}", RAND, lambda a, t=dtype: (((r := torch.rand(100, 120, dtype=t)) >= 0) & (r < a)).all(), ONE.to(dtype),
         eager=True)  # in the runtime, halves are rounded to 1
    case(f"randn_{name}", RANDN, lambda a, t=dtype: (torch.randn(4, 30, dtype=t) * a).abs() < 7, ONE.to(dtype))
case("rand_dynamic", RAND, lambda a: torch.rand(a.shape[0], 3) < a, torch.ones(4, 3),
     more=((torch.ones(5, 3),), (torch.ones(1, 3),)), dynamic_shapes=(({0: Dim("n", max=5)},),))
for name, f in {"rand_like": torch.rand_like, "randn_like": lambda a: torch.randn_like(a).abs() / 8}.items():
    case(name, f"aten::{name}.out", lambda a, f=f: ((r := f(a)) >= 0) & (r < 1) & (r != f(a)), "3x5", eager=True,
         _check_ir_validity=False)

# ---- made of random numbers, which the runtime has no kernel for ----

ANSWER = {"eager": True, "_check_ir_validity": False}
case("normal", "aten::normal.Tensor_float_out", lambda a: ((torch.normal(a, 0.5) - 3).abs().mean() - 0.399).abs() < 0.02,
     torch.full((40, 50), 3.0), **ANSWER)
case("exponential", "aten::exponential.out", lambda a: ((e := aten.exponential(a, 4.0)) > 0).all() & ((e.mean() - 0.25).abs() < 0.1),
     torch.zeros(9, 100), **ANSWER)
case("randint", "aten::randint.low_out",
     lambda a: (((r := torch.randint(-3, 9, (40, 50))) >= a[1]) & (r <= a[0])).all() & (r == a[0]).any() & (r == a[1]).any(),
     torch.tensor([8, -3]), **ANSWER)
case("randperm", "aten::randperm.out",
     lambda a: ((p := torch.randperm(50)).sort()[0] == a) & (p != a).any() & (p != torch.randperm(50)).any(), torch.arange(50), **ANSWER)
SOME = torch.tensor([[0.0, 2, 0, 0.5, 0], [3, 0, 0, 1e-30, 0]])
case("multinomial", "aten::multinomial.out", lambda a: torch.multinomial(a, 2).sort()[0], SOME, **ANSWER)
case("multinomial_one", "aten::multinomial.out", lambda a: torch.multinomial(a, 1, True), torch.tensor([0.0, 0, 7, 0]), **ANSWER)
case("multinomial_share", "aten::multinomial.out",
     lambda a: ((torch.multinomial(a, 1) == 0).float().mean() - 0.75).abs() < 0.05, torch.tensor([[3.0, 0, 1]]).expand(2000, 3)[:500].clone(),
     **ANSWER)
DROPOUT = "aten::native_dropout.out"
case("dropout_training", DROPOUT, lambda a: ((d := torch.nn.functional.dropout(a, 0.75, True)) == 0) | (d == a * 4), "3x5", **ANSWER)
case("dropout_training_share", DROPOUT, lambda a: ((torch.nn.functional.dropout(a, 0.25, True) == 0).float().mean() - 0.25).abs() < 0.05,
     torch.ones(40, 50), **ANSWER)
case("dropout_training_mask", DROPOUT, lambda a: (lambda d, m: (d != 0) == m)(*aten.native_dropout(a, 0.5, True)), torch.ones(40), **ANSWER)
case("dropout_training_all", DROPOUT, lambda a: aten.native_dropout(a, 1.0, True), "3x5", **ANSWER)

# ---- extents that are known when the method is called ----


def sized(name, operator, function, *specs, **options):
    """specs: shapes of the inputs, as exported and in further cases; an axis that differs between them is dynamic."""
    def dims(k):
        axes = enumerate(zip(*(spec[k] for spec in specs)))
        return {i: Dim("_".join(map(str, ("n", *n))), min=min(n), max=9) for i, n in axes if len(set(n)) > 1}

    axes = tuple(dims(k) or None for k in range(len(specs[0])))
    texts = [tuple("x".join(map(str, shape)) for shape in spec) for spec in specs]
    case(name, operator, function, *texts[0], more=texts[1:], dynamic_shapes=(axes,), **options)


def one(*shapes):
    return [(shape,) for shape in shapes]


sized("arange_dynamic", "aten::arange.start_out", lambda a: (a + torch.arange(a.shape[0]), torch.arange(3, a.shape[0] + 4, 2)),
      *one((4,), (1,), (7,)))
sized("triu_dynamic", "aten::arange.start_out", lambda a: a.triu(1), *one((4, 5), (7, 5), (1, 5)))
sized("var_dynamic", "aten::var.correction_out", lambda a: (a.var(1), a.var((0, 1), correction=0), a.var(0, keepdim=True)),
      *one((4, 5), (7, 3), (2, 2)))
sized("var_mean_dynamic", "aten::var_mean.correction_out", lambda a: torch.var_mean(a, 0, correction=2),
      *one((4, 5), (3, 5), (8, 5)))
sized("roll_dynamic", "aten::roll.out", lambda a: a.roll((1, -2), (0, 1)), *one((4, 5), (3, 7), (2, 2)))
sized("select_copy_dynamic", "aten::select_copy.int_out", lambda a: (a.select(0, -2), a.select(0, 1)), *one((4, 3), (2, 3), (7, 3)))
sized("select_scatter_dynamic", "aten::select_scatter.out", lambda a: torch.select_scatter(a, a[:, 0] * 2, 1, -1),
      *one((4, 3), (2, 5), (7, 3)))
sized("narrow_copy_dynamic", "aten::narrow_copy.out", lambda a: aten.narrow_copy(a, 0, 1, 2), *one((4, 3), (3, 3), (7, 3)))
sized("glu_dynamic", "aten::glu.out", lambda a: torch.nn.functional.glu(torch.cat([a, a * 2]), 0), *one((4, 3), (2, 3), (7, 3)))
sized("gather_dynamic", "aten::gather.out", lambda a: (a * 2).gather(1, (a > 0).to(torch.int64)), *one((4, 3), (2, 5), (7, 2)))
sized("scatter_dynamic", "aten::scatter.src_out", lambda a: a.scatter(0, torch.zeros_like(a, dtype=torch.int64)[:1], a[:1] * 2),
      *one((4, 3), (2, 5), (7, 2)))
sized("reflection_pad1d_dynamic", "aten::reflection_pad1d.out", lambda a: aten.reflection_pad1d(a, [2, 1]),
      *one((2, 5), (2, 3), (2, 8)))
sized("replication_pad2d_dynamic", "aten::replication_pad2d.out", lambda a: aten.replication_pad2d(a, [1, 2, 0, 3]),
      *one((2, 5, 4), (2, 3, 3), (2, 8, 2)))
sized("topk_dynamic", "aten::topk.values", lambda a: tuple(a.topk(2)), *one((3, 4), (3, 2), (3, 7)))
sized("split_dynamic", "aten::split_with_sizes_copy.out", lambda a: [x * 2 for x in a.neg().split([1, 2], 1)],
      *one((1, 3, 4), (1, 3, 2), (1, 3, 7)))
sized("unbind_dynamic", "aten::add.out", lambda a, b: (lambda x, y: x + y * b)(*a.unbind(1)), ((4, 2), (4,)), ((3, 2), (3,)),
      ((7, 2), (7,)))
sized("one_axis_dynamic", "aten::add.out", lambda a, b: a + b, ((1, 4, 3), (5, 1, 3)), ((1, 2, 3), (7, 1, 3)), ((1, 7, 3), (2, 1, 3)))
sized("first_row_dynamic", "aten::expand_copy.out", lambda a: (a[-1:] * a, a[1:2].expand(3, -1), a[1:2].squeeze(0)),
      *one((4, 3), (2, 5), (7, 2)))
sized("max_pool2d_ceil_dynamic", "aten::max_pool2d_with_indices.out", lambda a: torch.nn.functional.max_pool2d(a, 2, 3, 1, 1, True),
      *one((2, 1, 1, 3), (5, 1, 1, 3)))
sized("batch_norm_no_stats_dynamic", "aten::_native_batch_norm_legit.no_stats_out",
      lambda a: aten._native_batch_norm_legit.no_stats(a, None, None, True, 0.1, 1e-3), *one((4, 3, 2, 2), (2, 3, 2, 2), (7, 3, 2, 2)))

# ---- intermediate results that are smaller than the caller's image: no more elements than that has ----

FILTER = torch.arange(36.0).reshape(4, 1, 3, 3).sin()
IMAGE = {"dynamic_shapes": (({0: Dim("n", max=3), 2: Dim("h", min=6, max=128), 3: Dim("w", min=6, max=128)},),), "more": (("3x1x9x6",), ("1x1x6x6",))}
case("group_norm_cut", "aten::native_group_norm.out", lambda a: torch.nn.functional.group_norm(torch.conv2d(a, FILTER), 2), "2x1x7x9", **IMAGE)
case("gather_cut", "aten::gather.out", lambda a: (lambda x: x.gather(1, x.argmax(1, keepdim=True)))(torch.conv2d(a, FILTER)), "2x1x7x9", **IMAGE)
case("unfold_cut", INDEX, lambda a: torch.nn.functional.unfold(torch.conv2d(a, FILTER), 2), "2x1x7x9", **IMAGE)
