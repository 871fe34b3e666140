# SPDX-License-Identifier: 0BSD
"""Programs whose sizes or branches are known only at run time."""
import math

import torch
from graph_tools import Stateful, floats, graph_case, has_instruction, pair, write_cases, write_sequence
from oracle import lower, operators, randomise
from torch.export import Dim

OUT_OF_RANGE, TOO_LARGE, OUT_OF_RESOURCES = 0x12, 0x10, 0x25


# ---- dynamic sizes ----


@graph_case
def dynamic_batch(folder):
    model = randomise(torch.nn.Sequential(torch.nn.Linear(4, 3), torch.nn.ReLU()))
    program = lower(model, floats(3, 4), dynamic_shapes=({0: Dim("batch", max=5)},)).buffer
    write_cases(folder, program, forward=[floats(n, 4) for n in (1, 3, 5)])
    write_sequence(folder, program, ("forward", floats(5, 4)), ("forward", floats(2, 4)),
                   ("forward", floats(6, 4), TOO_LARGE), ("forward", floats(4, 4)))


@graph_case
def dynamic_conv(folder):
    """The extents of the output are computed from those of the input."""
    model = randomise(torch.nn.Sequential(torch.nn.Conv1d(2, 3, 3, stride=2, padding=1), torch.nn.ReLU()))
    program = lower(model, floats(1, 2, 8), dynamic_shapes=({2: Dim("time", min=4, max=12)},)).buffer
    write_cases(folder, program, forward=[floats(1, 2, n) for n in (4, 7, 12, 1)])


@graph_case
def dynamic_copies(folder):
    """A copy in the same order and tensors of one number need no step, whatever the sizes are."""
    def f(a):
        least, seen = torch.scalar_tensor(-4.0), a > 0
        b = torch.where(seen, a, least) * torch.full_like(a, 2)
        return b.expand(a.shape).clone().view(-1), torch.where(seen, least, a).softmax(-1)

    program = lower(f, floats(3, 4), dynamic_shapes=(({0: Dim("n", max=5)},),)).buffer
    write_cases(folder, program, forward=[floats(n, 4) for n in (1, 3, 5)])


@graph_case
def dynamic_twice(folder):
    """n + n and 3 n - n are 2 n, which nobody has to test."""
    def f(a):
        n = a.shape[0]
        return torch.cat([a, a]) * torch.full((2 * n, 4), 3.0), torch.cat([a, a, a])[n:] - torch.full((2 * n, 4), 1.0)

    program = lower(f, floats(3, 4), dynamic_shapes=(({0: Dim("n", max=5)},),)).buffer
    write_cases(folder, program, forward=[floats(n, 4) for n in (1, 3, 5)])


@graph_case
def dynamic_cut(folder):
    """Nobody but the join itself has the extent of what is joined, since nothing of it is read."""
    shapes = ({0: Dim("n", max=5)}, {0: Dim("m", max=7)})
    program = lower(lambda a, b: (torch.cat([a, b])[:0], a * 2), (*floats(3), *floats(4)), dynamic_shapes=(shapes,)).buffer
    write_cases(folder, program, forward=[(*floats(n), *floats(m)) for n, m in ((1, 2), (3, 4), (5, 7))])


@graph_case
def dynamic_sizes(folder):
    """Two symbols, a view of their product, a slice, arithmetic on sizes, a mean by division."""
    def f(a, b):
        rows, columns = a.shape
        joined = torch.cat([a.reshape(rows * columns), b.reshape(-1)[: columns // 2]])
        return joined * (rows + 2), a[:, 1:].sum(0) / columns, torch.full((rows, 2), 1.5)

    shapes = ({0: Dim("rows", max=4), 1: Dim("columns", min=4, max=6)}, {0: Dim("rest", min=3, max=7)})
    program = lower(f, (*floats(3, 4), *floats(5)), dynamic_shapes=(shapes,)).buffer
    write_cases(folder, program, forward=[(*floats(r, c), *floats(n)) for r, c, n in ((1, 4, 3), (4, 6, 7), (3, 5, 4))])


@graph_case
def dynamic_result(folder):
    """The number of results depends on the data."""
    program = lower(lambda a: (b := a.masked_select(a > 0), b * 2, b.sum()), floats(3, 4)).buffer
    write_cases(folder, program, forward=[floats(3, 4), (-torch.ones(3, 4),), (torch.ones(3, 4),)])


@graph_case
def dynamic_result_too_large(folder):
    """The exporter's bound is what there is before broadcasting."""
    def f(a, m):
        return a.masked_select(m) * 2

    a, m = torch.arange(5.0), torch.arange(15).reshape(3, 5)
    program = lower(f, (a, m < 5)).buffer
    write_cases(folder, program, forward=[(a, m < n) for n in (0, 3, 5)] + [(a, m > 10)])
    write_sequence(folder, program, ("forward", (a, m < 4)), ("forward", (a, m < 6), OUT_OF_RANGE, OUT_OF_RESOURCES),
                   ("forward", (a, m < 5)), ("forward", (a, m >= 0), OUT_OF_RANGE, OUT_OF_RESOURCES))


@graph_case
def repeats_too_many(folder):
    """A sum that is no size, or a larger one than there is room for."""
    def f(a):
        copies = torch.repeat_interleave(a)
        torch._check(copies.shape[0] <= 6)
        return copies

    def repeats(*n):
        return (torch.tensor(n),)

    program = lower(f, repeats(1, 2, 3)).buffer
    write_cases(folder, program, forward=[repeats(1, 2, 3), repeats(0, 1, 0)])
    write_sequence(folder, program, ("forward", repeats(6, 0, 0)), ("forward", repeats(3, 3, 1), OUT_OF_RANGE, OUT_OF_RESOURCES),
                   ("forward", repeats(-1, 0, 0), OUT_OF_RANGE, OUT_OF_RESOURCES),
                   ("forward", repeats(1 << 30, 0, 0), OUT_OF_RANGE, OUT_OF_RESOURCES), ("forward", repeats(0, 2, 4)))


@graph_case
def dynamic_result_forced(folder):
    """What reads it fixes the number of results: any other is refused when it is known."""
    def f(a, w):
        b = a.masked_select(a > 0)
        torch._check(b.shape[0] == 4)
        return b @ w

    a, w = torch.tensor([1.0, -1, 2, 3, -2, 4]), torch.randn(4, 3)
    program = lower(f, (a, w)).buffer
    write_cases(folder, program, forward=[(a, w), (a.flip(0), w)])
    write_sequence(folder, program, ("forward", (a, w)), ("forward", (-a, w), OUT_OF_RANGE, TOO_LARGE),
                   ("forward", (a.abs(), w), OUT_OF_RANGE, TOO_LARGE), ("forward", (a.roll(2), w)))


@graph_case
def rand_across_calls(folder):
    """Each call draws other numbers than the one before, on both sides of a branch."""
    def f(self, a):
        drawn = torch.cond(a.sum() > 0, lambda a: a * torch.rand(8), lambda a: torch.rand(8) - a, (a,))
        same = (drawn == self.last).any()
        self.last.copy_(drawn)
        return same, drawn.abs() < 2

    program = lower(Stateful(f, last=torch.zeros(8)), (torch.ones(8),)).buffer
    write_cases(folder, program, forward=[(torch.ones(8),), (torch.zeros(8),)])
    write_sequence(folder, program, *[("forward", (torch.full((8,), x),)) for x in (1.0, 0.0, 0.0, 1.0, 1.0, 0.0)])


@graph_case
def size_arithmetic(folder):
    """Numbers computed from a size; roundings at ties."""
    def f(a):
        n = a.shape[0]
        return (a * (n % 3), a * (n / 4), a * math.ceil(n / 4), a * round(n / 2), a * -n, a * ((-n) // 2), a * ((-n) % 3),
                a * a.numel(), a * (n * 3 - 5), torch.full((n // 2 + 1,), 1.0))

    program = lower(f, floats(3, 2), dynamic_shapes=(({0: Dim("n", max=7)},),)).buffer
    write_cases(folder, program, forward=[floats(n, 2) for n in (1, 2, 3, 4, 5, 7)])


@graph_case
def size_conditions(folder):
    def f(a):
        n = a.shape[0]
        for holds in (n > 3, n <= 5, n < 2, n >= 6, n == 4):
            a = torch.cond(holds, lambda a: a * 3, lambda a: a - 1, (a,))
        return a

    program = lower(f, floats(3, 2), dynamic_shapes=(({0: Dim("n", max=7)},),))
    assert {f"executorch_prim::{x}.Scalar" for x in ("gt", "le", "lt", "ge", "eq")} <= operators(program)
    write_cases(folder, program.buffer, forward=[floats(n, 2) for n in (1, 2, 4, 5, 6, 7)])


@graph_case
def dynamic_image(folder):
    """Height and width whose product 32 bits hold only because the image has a bound."""
    model = randomise(torch.nn.Sequential(
        torch.nn.Conv2d(3, 2, 3, stride=2, padding=1), torch.nn.ReLU(), torch.nn.MaxPool2d(2), torch.nn.Conv2d(2, 4, 3),
        torch.nn.AdaptiveAvgPool2d(1), torch.nn.Flatten(), torch.nn.Linear(4, 3)))
    shapes = ({2: Dim("height", min=16, max=512), 3: Dim("width", min=16, max=512)},)
    program = lower(model, floats(1, 3, 16, 16), dynamic_shapes=shapes).buffer
    write_cases(folder, program, forward=[floats(1, 3, *size) for size in ((16, 16), (17, 31), (40, 19))])


@graph_case
def dynamic_pair(folder):
    """Two inputs whose extents have to agree; the file does not say so."""
    def f(a, b):
        return a + b, torch.where(a > b, a, b).softmax(1), b * 2 - a

    shapes = ({0: Dim("n", min=2, max=9)}, {0: Dim("n", min=2, max=9)})
    program = lower(f, pair(3, 4), dynamic_shapes=(shapes,)).buffer
    write_cases(folder, program, forward=[pair(n, 4) for n in (2, 5, 9)])


@graph_case
def dynamic_disagree(folder):
    """Sizes that the file does not tie to each other: what the operators need is tested when the method is called."""
    def f(c, a, b, i, v):
        return torch.addmm(c, a, b), a.as_strided((a.shape[0], 2), (3, 1), 1).clone(), a[i, -i], a.index_put((i,), v)

    def inputs(n, k, m, bias=None, values=None):
        return *floats(bias or m), *floats(n, k), *floats(k, m), torch.tensor([0, -1]), *floats(2, values or k)

    n, k, m = (Dim(letter, min=2, max=6) for letter in "nkm")
    program = lower(f, inputs(2, 3, 4), dynamic_shapes=(({0: m}, {0: n, 1: k}, {0: k, 1: m}, None, {1: k}),)).buffer
    write_cases(folder, program, forward=[inputs(2, 3, 4), inputs(6, 6, 6), inputs(2, 4, 2)])
    refused = OUT_OF_RANGE, TOO_LARGE
    write_sequence(folder, program, ("forward", inputs(2, 3, 4)), ("forward", inputs(2, 3, 4, bias=3), *refused),
                   ("forward", inputs(2, 3, 4, values=2), *refused), ("forward", inputs(3, 4, 4)))


@graph_case
def dynamic_views(folder):
    """Extents that are quotients and sums, of sizes that are large together."""
    def f(a, b):
        n, m = a.shape
        flat = a.reshape(n * m)
        rows = flat[: (n * m // 6) * 6].reshape(-1, 6)
        return rows, torch.cat([a.t(), b], 1), rows.sum(0), flat.flip(0), b.expand(4, *b.shape)[1:] * 2

    shapes = ({0: Dim("n", max=70000), 1: Dim("m", max=20)}, {0: Dim("m", max=20), 1: Dim("k", max=100)})
    program = lower(f, (*floats(5, 4), *floats(4, 3)), dynamic_shapes=(shapes,)).buffer
    write_cases(folder, program, forward=[(*floats(n, m), *floats(m, k)) for n, m, k in ((5, 4, 3), (6, 3, 1), (1, 20, 100))])


@graph_case
def size_products(folder):
    """Numbers that need 64 bits, and more if the extents are the largest that fit."""
    def f(a):
        n, m = a.shape
        return a + 1, n * n * n, n * m * n * m // 7, (n * n + 5) % 11, -n * n * m

    shapes = ({0: Dim("n", max=3000000), 1: Dim("m", max=2)},)
    program = lower(f, floats(5, 2), dynamic_shapes=(shapes,)).buffer
    write_cases(folder, program, forward=[floats(n, m) for n, m in ((1, 1), (7, 2), (2000, 1))])


@graph_case
def size_outputs(folder):
    """Numbers as outputs: sizes, what is computed from them or from elements, of every kind; constants."""
    def f(a):
        n, total = a.shape[0], a.sum().item()
        return a * 2, n, n * 3 - 5, n / 4, n > 3, total, a.to(torch.int64).sum().item(), 7, 1.5, True

    program = lower(f, floats(3, 2), dynamic_shapes=(({0: Dim("n", max=7)},),)).buffer
    write_cases(folder, program, forward=[floats(n, 2) for n in (1, 4, 7)])


# ---- control flow ----


def branch(x):
    return torch.cond(x.sum() > 0, lambda x: (x * 2).cos(), lambda x: x - 1, (x,))


@graph_case
def cond(folder):
    program = lower(branch, floats(3, 4))
    assert has_instruction(program, "JumpFalseCall") and has_instruction(program, "MoveCall")
    write_cases(folder, program.buffer, forward=[(torch.ones(3, 4),), (-torch.ones(3, 4),), floats(3, 4)])


@graph_case
def cond_dynamic(folder):
    """Either branch gives back another operand's extents, which are the same."""
    def f(x, y):
        return torch.cond(x.sum() > 0, lambda x, y: (x * 2, y + x), lambda x, y: (y - 1, x * y), (x, y))

    n = Dim("n", min=2, max=9)
    program = lower(f, pair(3, 4), dynamic_shapes=(({0: n}, {0: n}),)).buffer
    write_cases(folder, program, forward=[(sign * torch.ones(n, 4), *floats(n, 4)) for n in (3, 2, 9) for sign in (1, -1)])


@graph_case
def cond_in_list(folder):
    """The moved value is read through a list of tensors."""
    program = lower(lambda x, y: torch.cat([y, branch(x), y]), (*floats(3, 4), *floats(2, 4))).buffer
    write_cases(folder, program, forward=[(torch.full((3, 4), s), *floats(2, 4)) for s in (1.0, -1.0)])


@graph_case
def cond_nested(folder):
    def f(x, flag):
        return torch.cond(flag, lambda x: branch(x) + x, lambda x: x * x, (x,))

    program = lower(f, (*floats(3, 4), torch.tensor(True))).buffer
    cases = [(torch.full((3, 4), s), torch.tensor(b)) for s in (1.0, -1.0) for b in (True, False)]
    write_cases(folder, program, forward=cases)


@graph_case
def cond_handed_on(folder):
    """The inner branch's result is the outer one's: between the two joins there is no step."""
    def f(x, flag):
        return torch.cond(flag, branch, lambda x: x * x, (x,)) + 1

    program = lower(f, (*floats(3, 4), torch.tensor(True))).buffer
    cases = [(torch.full((3, 4), s), torch.tensor(b)) for s in (1.0, -1.0) for b in (True, False)]
    write_cases(folder, program, forward=cases)
