# SPDX-License-Identifier: 0BSD
"""One tiny program for each thing that a graph must be able to say: python graph_cases.py OUT [NAME...]

The cases of a folder each start from a fresh instance. Where calls influence each other, a folder NAME_sequence holds
cases that were recorded one after the other, and the file `sequence` says how, one instruction a line, # starting a
comment:

    call METHOD CASE             runs METHOD on the inputs of its CASE-th case of the bundle, counted from 0; the outputs
                                 must be those of the case; all methods of the program live in one instance
    call METHOD CASE status N    the call must return this status (ExecuTorch's number); no outputs are compared
    reset                        the state becomes that of a fresh instance
"""
import math
import os
import sys
import traceback

import torch
from executorch.backends.xnnpack.partition.xnnpack_partitioner import XnnpackPartitioner
from executorch.exir import to_edge_transform_and_lower
from executorch.exir.passes import MemoryPlanningPass
from executorch.exir.passes.init_mutable_pass import InitializedMutableBufferPass
import graph_cadence  # noqa: F401  (more cases)
import graph_complex  # noqa: F401  (more cases)
import graph_edited  # noqa: F401  (more cases)
import graph_layout  # noqa: F401  (more cases)
import graph_llm  # noqa: F401  (more cases)
import graph_loops  # noqa: F401  (more cases)
import graph_ranks  # noqa: F401  (more cases)
import graph_training  # noqa: F401  (more cases)
from graph_tools import (CASES, Stateful, floats, graph_case, has_instruction, lower_methods, pair, write_answered,
                         write_cases, write_sequence)
from index import place, write_rows
from oracle import lower, operators, randomise, run, seed, write_bundle
from torch.export import Dim, export

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


# ---- state ----


def count_and_mix(module, x):
    module.count.add_(1)
    module.mixed.copy_(module.mixed * 0.5 + x)
    return module.mixed + module.count


@graph_case
def state(folder):
    model = Stateful(count_and_mix, count=torch.zeros(1), mixed=torch.zeros(3))
    program = lower(model, floats(3)).buffer
    write_cases(folder, program, forward=[floats(3), floats(3)])
    write_sequence(folder, program, *[("forward", floats(3)) for _ in range(3)], "reset",
                   *[("forward", floats(3)) for _ in range(2)])


@graph_case
def state_initial(folder):
    """One buffer starts with the program's values, the other with zeros."""
    model = Stateful(count_and_mix, count=torch.tensor([10.0]), mixed=torch.zeros(3))
    program = lower(model, floats(3), transform=[], backend={"passes": [InitializedMutableBufferPass(["count"])]}).buffer
    write_cases(folder, program, forward=[floats(3), floats(3)])
    write_sequence(folder, program, ("forward", floats(3)), ("forward", floats(3)), "reset", ("forward", floats(3)))


@graph_case
def state_initial_of_bytes(folder):
    """Initial bytes of one tensor directly behind an odd number of bytes of another."""
    def f(module, x):
        module.seen.copy_(module.seen | (x > 0))
        module.total.add_(x)
        return module.seen.clone(), module.total * 1

    names = ("seen", "total")
    model = Stateful(f, seen=torch.tensor([True, False, False]), total=torch.tensor([10.0, -1.5, 0.25]))
    program = lower(model, floats(3), transform=[], backend={"passes": [InitializedMutableBufferPass(names)]}).buffer
    write_cases(folder, program, forward=[floats(3), floats(3)])
    write_sequence(folder, program, ("forward", floats(3)), ("forward", floats(3)), "reset", ("forward", floats(3)))


@graph_case
def state_read_first(folder):
    """The state is returned before it is overwritten: the order of effects."""
    def f(module, x):
        before = module.last * 1
        module.last.copy_(x)
        return before, module.last + before

    program = lower(Stateful(f, last=torch.zeros(2, 3)), floats(2, 3)).buffer
    write_cases(folder, program, forward=[floats(2, 3), floats(2, 3)])
    write_sequence(folder, program, ("forward", floats(2, 3)), ("forward", floats(2, 3)), "reset",
                   ("forward", floats(2, 3)))


@graph_case
def state_exchanged(folder):
    """Each of two buffers gets what was in the other one."""
    def f(module, x):
        old = module.a.clone()
        module.a.copy_(module.b + x)
        module.b.copy_(old)
        return module.a * 2

    program = lower(Stateful(f, a=torch.zeros(3), b=torch.zeros(3)), floats(3)).buffer
    write_cases(folder, program, forward=[floats(3)])
    write_sequence(folder, program, *[("forward", floats(3)) for _ in range(4)], "reset", ("forward", floats(3)))


def write_image(folder, args, kernels, update):
    """An image as state, and convolutions that vector kernels take by rows."""
    model = Stateful(update, grid=torch.randn(1, 1, 33, 31))
    a, b = kernels
    model.net = randomise(torch.nn.Sequential(torch.nn.Conv2d(1, 72, a, padding=a // 2), torch.nn.ReLU(),
                                              torch.nn.Conv2d(72, 1, b, padding=b // 2)))
    for parameter in model.net.requires_grad_(False).parameters():
        parameter.mul_(0.2)
    program = lower(model, floats(1), transform=[], backend={"passes": [InitializedMutableBufferPass(["grid"])]}).buffer
    write_cases(folder, program, forward=[floats(1)])
    write_sequence(folder, program, *[("forward", floats(1)) for _ in range(3)], "reset", ("forward", floats(1)))
    for name in (folder, f"{folder}_sequence"):
        with open(f"{name}/args", "w") as f:
            f.write(f"--kernels vector,portable{args}\n")


@graph_case
def state_strips(folder):
    """Rows of the old image are still read when the first ones of the new image are there."""
    def f(module, x):
        module.grid.copy_(module.net(module.grid))
        return module.grid * x

    write_image(folder, "", (5, 1), f)


@graph_case
def state_strips_threads(folder):
    """Threads compute parts of an image that is added to the old one."""
    def f(module, x):
        module.grid.add_(module.net(module.grid))
        return module.grid * x

    write_image(folder, " --threads 2", (3, 3), f)


def cache_rows(module, x, position):
    module.cache[:, position] = x
    return module.cache.sum(0)


def write_cache(folder, **backend):
    model, inputs = Stateful(cache_rows, cache=torch.zeros(2, 5, 3)), (torch.randn(2, 2, 3), torch.tensor([0, 1]))
    program = lower(model, inputs, backend=backend)
    write_cases(folder, program.buffer, forward=[inputs, (torch.randn(2, 2, 3), torch.tensor([4, 2]))])
    step = [("forward", (torch.randn(2, 2, 3), torch.tensor(p))) for p in ([0, 1], [2, 3], [4, 0], [1, 3])]
    outside = ("forward", (torch.randn(2, 2, 3), torch.tensor([4, 5])), OUT_OF_RANGE)
    write_sequence(folder, program.buffer, *step[:3], outside, step[3], "reset", step[1])
    return operators(program)


@graph_case
def cache(folder):
    assert "aten::index_put.out" in write_cache(folder)


@graph_case
def cache_in_place(folder):
    assert "aten::index_put_" in write_cache(folder, run_reinplace_pass=True)


@graph_case
def cache_slice(folder):
    """A window of the state at a position that is read from a tensor."""
    def f(module, x, position):
        p = position.item()
        torch._check(p >= 0)
        torch._check(p < 4)
        module.cache.narrow(0, p, 2).copy_(x)
        return module.cache * 2

    model = Stateful(f, cache=torch.zeros(5, 3))
    program = lower(model, (torch.randn(2, 3), torch.tensor([1]))).buffer
    step = [("forward", (torch.randn(2, 3), torch.tensor([p]))) for p in (0, 3, 2)]
    write_cases(folder, program, forward=[step[0][1], step[1][1]])
    write_sequence(folder, program, *step, "reset", step[2])


# ---- memory ----


@graph_case
def views_elided(folder):
    """Views without an instruction: tensors of other shapes at the same offset, one of them an output."""
    def f(a, b):
        sum = a + b
        flat = sum.view(24)
        return flat * flat, sum.view(6, 4).relu() + sum.view(6, 4), sum

    program = lower(f, pair(2, 3, 4))
    assert operators(program) == {"aten::add.out", "aten::mul.out", "aten::relu.out"}
    write_cases(folder, program.buffer, forward=[pair(2, 3, 4) for _ in range(2)])


@graph_case
def memory_reused(folder):
    """A long chain in which the plan gives the same bytes to many tensors of different sizes."""
    def f(a):
        b = torch.cat([a, a * 2], 1)
        c = b.sum(1, keepdim=True) + a
        d = (c * b[:, :4]).neg()
        return d.mean(0), torch.cat([d, c], 0).relu()

    write_cases(folder, lower(f, floats(3, 4)).buffer, forward=[floats(3, 4) for _ in range(2)])


@graph_case
def unplanned_io(folder):
    """Inputs and outputs without a place in the plan."""
    plan = MemoryPlanningPass(alloc_graph_input=False, alloc_graph_output=False)
    program = lower(lambda a, b: (a + b, a * b), pair(3, 4), backend={"memory_planning_pass": plan}).buffer
    write_cases(folder, program, forward=[pair(3, 4) for _ in range(2)])


class TwoMemories(MemoryPlanningPass):
    """Products are planned in the second memory and in the first, in turn."""
    def run(self, graph_module, graph_signature=None):
        products = [node for node in graph_module.graph.nodes if node.op == "call_function" and "mm" in str(node.target)]
        for node in products[::2]:
            node.meta["spec"].mem_id = 2
        return super().run(graph_module, graph_signature)


@graph_case
def planned_memories(folder):
    """Tensors that the exporter planned in two memories."""
    def f(a, b):
        c = torch.mm(a, b)
        d = torch.mm(c, a)
        e = torch.mm(d, c)
        return torch.mm(e, d)

    program = lower(f, pair(8, 8), backend={"memory_planning_pass": TwoMemories()}).buffer
    write_cases(folder, program, forward=[pair(8, 8) for _ in range(2)])


class ReusedConv(torch.nn.Module):
    def __init__(self):
        super().__init__()
        self.conv = torch.nn.Conv2d(16, 16, 3, padding=1)

    def forward(self, x):
        for _ in range(4):
            x = torch.tanh(self.conv(x))
        return x


class Reused(torch.nn.Module):
    """One matrix, read by four steps."""
    def __init__(self):
        super().__init__()
        self.linear = torch.nn.Linear(24, 24)

    def forward(self, x):
        for _ in range(4):
            x = torch.tanh(self.linear(x))
        return x


class Unrolled(torch.nn.Module):
    """The weights of a recurrent cell, read at each of six frames."""
    def __init__(self):
        super().__init__()
        self.lstm = torch.nn.LSTM(12, 16, num_layers=2)

    def forward(self, x, h, c):
        return self.lstm(x, (h, c))[0]


def write_with_bytes(folder, model, *inputs, partitioner=None):
    """The file `weights` has the bytes of all parameters."""
    model = model.eval()
    if partitioner:
        program = to_edge_transform_and_lower(export(model, inputs, strict=False), partitioner=[partitioner])
        program = program.to_executorch().buffer
    else:
        program = lower(model, inputs).buffer
    write_cases(folder, program, forward=[inputs, [x * 2 for x in inputs]])
    size = sum(p.numel() * p.element_size() for p in model.parameters())
    open(f"{folder}/weights", "w").write(f"{size}\n")


@graph_case
def weights_once_linear(folder):
    write_with_bytes(folder, randomise(Reused()), floats(5, 24)[0])


@graph_case
def weights_once_conv(folder):
    """The first convolution reads its operand by rows of a channel, the others channels last."""
    write_with_bytes(folder, randomise(ReusedConv()), floats(1, 16, 5, 5)[0], partitioner=XnnpackPartitioner())


@graph_case
def weights_once_lstm(folder):
    write_with_bytes(folder, randomise(Unrolled()), floats(6, 2, 12)[0], *(floats(2, 2, 16)[0] for _ in range(2)))


# ---- inputs and outputs ----


@graph_case
def outputs_special(folder):
    """An input, a constant and the same tensor twice as outputs."""
    def f(module, a, b):
        c = a + 1
        return b, module.table, c, c

    program = lower(Stateful(f, table=torch.arange(6.0).view(2, 3)), floats(3) + floats(2)).buffer
    write_cases(folder, program, forward=[floats(3) + floats(2) for _ in range(2)])


@graph_case
def inputs_special(folder):
    """Numbers as inputs, which are fixed, and a tensor that nobody reads."""
    program = lower(lambda a, n, flag, x, unused: a * n + x if flag else a, (*floats(3), 4, True, 0.5, *floats(2))).buffer
    write_cases(folder, program, forward=[(*floats(3), 4, True, 0.5, *floats(2)) for _ in range(2)])


@graph_case
def no_inputs(folder):
    write_cases(folder, lower(lambda: torch.arange(5) * 3, ()).buffer, forward=[()])


@graph_case
def index_out_of_range(folder):
    program = lower(lambda a, i: a[i] * 2, floats(4, 3) + (torch.tensor([1, 2]),)).buffer
    write_cases(folder, program, forward=[floats(4, 3) + (torch.tensor(i),) for i in ([3, 0], [-4, -1])])
    write_sequence(folder, program, ("forward", floats(4, 3) + (torch.tensor([0, 4]),), OUT_OF_RANGE),
                   ("forward", floats(4, 3) + (torch.tensor([-5, 0]),), OUT_OF_RANGE),
                   ("forward", floats(4, 3) + (torch.tensor([3, 3]),)))


@graph_case
def embedding_out_of_range(folder):
    """Other than in an index of several tensors, no index counts from the end."""
    def f(table, i, k):
        return torch.nn.functional.embedding(i, table), table.index_select(1, k)

    def inputs(i, k):
        return floats(4, 3) + (torch.tensor(i), torch.tensor(k))

    program = lower(f, inputs([1, 2], [0])).buffer
    write_cases(folder, program, forward=[inputs([3, 0], [2])])
    wrong = [([0, 4], [0]), ([-1, 0], [0]), ([0, 0], [3]), ([0, 0], [-1])]
    write_sequence(folder, program, *[("forward", inputs(*w), OUT_OF_RANGE) for w in wrong], ("forward", inputs([3, 3], [1])))


@graph_case
def embedding_byte_out_of_range(folder):
    """The runtime ends the process there."""
    def f(table, scales, i):
        return torch.ops.quantized_decomposed.embedding_byte(table, scales, None, -128, 127, i)

    def inputs(i):
        return torch.randint(-128, 128, (4, 3), dtype=torch.int8), torch.rand(4), torch.tensor(i)

    program = lower(f, inputs([1, 2]), transform=[]).buffer
    write_cases(folder, program, forward=[inputs([3, 0])])
    write_sequence(folder, program, *[("forward", inputs(i), OUT_OF_RANGE) for i in ([0, 4], [-1, 0])], ("forward", inputs([3, 3])), answer=f)


@graph_case
def embedding_bag_out_of_range(folder):
    def bags(indices, offsets, weight):
        return torch.nn.functional.embedding_bag(indices, weight, offsets, mode="sum")

    def inputs(indices, offsets):
        return torch.tensor(indices), torch.tensor(offsets), *floats(4, 3)

    program = lower(bags, inputs([0, 1, 2], [0, 1]), _check_ir_validity=False).buffer
    wrong = [([0, 4, 1], [0, 2]), ([0, -1, 1], [0, 2]), ([0, 1, 2], [1, 2]), ([0, 1, 2], [0, 4]), ([0, 1, 2], [0, -1])]
    write_sequence(folder, program, *[("forward", inputs(*w), OUT_OF_RANGE) for w in wrong],
                   ("forward", inputs([3, 0, 3], [0, 3])), answer=bags)


# ---- methods and files ----


@graph_case
def methods(folder):
    """Two methods that share a weight, and constant methods."""
    shared = randomise(torch.nn.Linear(4, 4))
    encoder = torch.nn.Sequential(shared, torch.nn.ReLU())
    decoder = torch.nn.Sequential(shared, torch.nn.Sigmoid(), randomise(torch.nn.Linear(4, 2)))
    program = lower_methods({"encoder": (encoder, floats(3, 4)), "decoder": (decoder, floats(1, 4))},
                            {"rate": 16000, "labels": torch.tensor([3, 1])})
    write_cases(folder, program.buffer, encoder=[floats(3, 4) for _ in range(2)],
                decoder=[floats(1, 4) for _ in range(2)], labels=[()])


@graph_case
def methods_constant(folder):
    """What methods without instructions give is in the header, and nothing else of them."""
    program = lower_methods({"forward": (torch.nn.ReLU(), floats(3))},
                            {"rate": -16000, "scale": 0.125, "cached": True, "ends": [2, 7], "title": 'llama "3"\n', "labels": torch.tensor([3, 1])})
    write_cases(folder, program.buffer, forward=[floats(3)], rate=[()], scale=[()], cached=[()], ends=[()], labels=[()])


@graph_case
def methods_shared_weights(folder):
    """Of two methods, over different numbers of rows: once among the weights. That a constant equals another one of its
    method, as the exporter finds, may be chance."""
    model = randomise(torch.nn.Sequential(torch.nn.Linear(16, 12), torch.nn.LayerNorm(12), torch.nn.LayerNorm(12)))
    for norm in model[1:]:
        torch.nn.init.ones_(norm.weight)
    program = lower_methods({"one": (model, floats(1, 16)), "many": (model, floats(6, 16))}).buffer
    write_cases(folder, program, one=[floats(1, 16)], many=[floats(6, 16)])


@graph_case
def methods_shared_state(folder):
    """One method writes the state that the other reads."""
    class Memory(torch.nn.Module):
        def __init__(self):
            super().__init__()
            self.register_buffer("total", torch.zeros(3))

    class Write(Memory):
        def forward(self, x):
            self.total.add_(x)
            return self.total * 1

    class Read(Memory):
        def forward(self, x):
            self.total.mul_(2)
            return self.total + x

    plan = MemoryPlanningPass(share_mutable_buffers=True)
    program = lower_methods({"write": (Write(), floats(3)), "read": (Read(), floats(3))}, memory_planning_pass=plan,
                            emit_mutable_buffer_names=True).buffer
    write_cases(folder, program, write=[floats(3), floats(3)], read=[floats(3), floats(3)])
    write_sequence(folder, program, ("write", floats(3)), ("read", floats(3)), ("write", floats(3)), ("read", floats(3)),
                   "reset", ("read", floats(3)), ("write", floats(3)))


@graph_case
def methods_own_state(folder):
    """The planner gives the states of two methods that share nothing the same place."""
    def count(m, x):
        m.count += 1
        return x + m.count

    def total(m, x):
        m.total += x
        return m.total * 1

    models = {"count": Stateful(count, count=torch.zeros(3)), "total": Stateful(total, total=torch.tensor([1.0, 2, 3]))}
    x = floats(3)
    program = lower_methods({name: (models[name], x) for name in models},
                            passes=[InitializedMutableBufferPass(["total"])]).buffer
    write_answered(folder, program, models, ("count", x), ("total", x), ("count", floats(3)), ("total", floats(3)), "reset",
                   ("total", x), ("count", x), ("count", x), ("total", x))


@graph_case
def external_weights(folder):
    """The weights are in a .ptd file."""
    model = randomise(torch.nn.Linear(4, 3))
    manager = lower(model, floats(2, 4), backend={"external_constants": lambda node: "weights"})
    os.makedirs(folder, exist_ok=True)
    manager.write_tensor_data_to_file(folder)
    program, cases = manager.buffer, [floats(2, 4) for _ in range(2)]
    write_bundle(f"{folder}/case.bpte", program, {"forward": (cases, run(program, cases, ptd=f"{folder}/weights.ptd"))})
    for name in ("args", "args.compile"):
        with open(f"{folder}/{name}", "w") as f:
            f.write("--ptd weights.ptd\n")


def main(out, names):
    failed = 0
    for name in names or CASES:
        try:
            seed(name)
            CASES[name](f"{out}/{place(name)}")
            print(name, flush=True)
        except Exception:
            failed += 1
            print("FAILED", name, traceback.format_exc(limit=-3), flush=True)
    write_rows(out, names or CASES)
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1], sys.argv[2:]))
