# SPDX-License-Identifier: 0BSD
"""Programs with loops, which map and scan become, and branches at sizes that are known only at run time."""
import torch
from functorch.experimental.control_flow import map as map_rows
from graph_tools import floats, graph_case, pair, write_cases, write_sequence
from oracle import lower, operators, run, write_bundle
from torch._higher_order_ops.scan import scan
from torch.export import Dim
from torch.utils._pytree import tree_flatten

OUT_OF_RANGE, TOO_LARGE = 0x12, 0x10
N, M = Dim("n", min=1, max=9), Dim("m", min=5, max=8)


# ---- sizes that the file has ----


@graph_case
def map_loop(folder):
    program = lower(lambda x, y: map_rows(lambda row, y: row * y + 1, x, y), (*floats(3, 4), *floats(4)))
    assert "executorch_prim::et_copy_index.tensor" in operators(program)
    write_cases(folder, program.buffer, forward=[(*floats(3, 4), *floats(4)) for _ in range(2)])


@graph_case
def map_dynamic(folder):
    """Static rows in a method with a dynamic input."""
    program = lower(lambda x, y: (map_rows(lambda row: row.flip(0) + row, x), y * 2), pair(3, 4),
                    dynamic_shapes=(({}, {0: Dim("n", min=2, max=9)}),)).buffer
    write_cases(folder, program, forward=[(*floats(3, 4), *floats(n, 4)) for n in (3, 2, 9)])


@graph_case
def map_size_behind(folder):
    """A size is read before the loop and used behind it."""
    def f(x, y):
        first = y.reshape(-1, 2).neg()  # n and 2 n rows
        rows = map_rows(lambda row: row.flip(0) + row, x)
        return first, rows, (y + 1).reshape(y.shape[0] * 2, 2)

    program = lower(f, pair(3, 4), dynamic_shapes=(({}, {0: Dim("n", min=2, max=9)}),)).buffer
    write_cases(folder, program, forward=[(*floats(3, 4), *floats(n, 4)) for n in (9, 2, 5)])


@graph_case
def map_reused(folder):
    """Several tensors lay where the rows are collected."""
    def f(x, y):
        a, b = (y * 2).abs(), y.neg() + 1
        y = (a * b).cos() + a.sum(0) - b
        return map_rows(lambda row: row * 2 + 1, x), y

    program = lower(f, (*floats(2, 8), *floats(3, 2))).buffer
    write_cases(folder, program, forward=[(*floats(2, 8), *floats(3, 2)) for _ in range(2)])


@graph_case
def map_number(folder):
    """A method that also takes a number, which has no shape."""
    program = lower(lambda x, y, n: map_rows(lambda row, y: row * y + 1, x, y) * n, (*floats(3, 4), *floats(4), 2))
    write_cases(folder, program.buffer, forward=[(*floats(3, 4), *floats(4), 2) for _ in range(2)])


@graph_case
def scan_loop(folder):
    program = lower(lambda start, x: scan(lambda c, row: (c + row, c * row), start, x), (*floats(4), *floats(3, 4)))
    write_cases(folder, program.buffer, forward=[(*floats(4), *floats(3, 4)) for _ in range(2)])


# ---- other sizes ----


def write_sizes(folder, f, shapes, *calls, **config):
    """The runtime answers the first call, of the sizes at which the program is exported; it refuses rows of other
    sizes, which PyTorch answers."""
    program = lower(f, calls[0], dynamic_shapes=shapes, **config).buffer
    outputs = [tree_flatten(f(*call))[0] for call in calls]
    torch.testing.assert_close(answer := run(program, calls[:1])[0], outputs[0])
    write_bundle(f"{folder}/case.bpte", program, {"forward": (calls, [answer, *outputs[1:]])})


@graph_case
def map_count(folder):
    """The caller says how many rows the loop collects; of none, there is no first one."""
    program = lower(lambda x, y: map_rows(lambda row, y: row.flip(0) * y + 1, x, y), (*floats(9, 4), *floats(4)),
                    dynamic_shapes=(({0: N}, {}),)).buffer
    calls = {n: ("forward", (*floats(n, 4), *floats(4))) for n in (9, 3, 1, 2, 0, 10)}
    write_cases(folder, program, forward=[calls[n][1] for n in (9, 3, 1)])
    write_sequence(folder, program, calls[9], calls[2], (*calls[0], OUT_OF_RANGE), calls[3], (*calls[10], TOO_LARGE), calls[9])


@graph_case
def map_count_i64(folder):
    program = lower(lambda x: map_rows(lambda row: row * row - 3, x), (torch.arange(63).reshape(9, 7),),
                    dynamic_shapes=(({0: N},),)).buffer
    write_cases(folder, program, forward=[(torch.arange(7 * n).reshape(n, 7) * 5,) for n in (9, 2, 1)])


@graph_case
def map_count_bool(folder):
    """One element a row."""
    program = lower(lambda x: map_rows(lambda row: row.sum() > 0, x), floats(9, 3), dynamic_shapes=(({0: N},),)).buffer
    write_cases(folder, program, forward=[floats(n, 3) for n in (9, 4, 1)])


@graph_case
def map_row_sizes(folder):
    write_sizes(folder, lambda x: map_rows(lambda row: row.flip(0) + row * 2, x), (({1: M},),), *(floats(3, m) for m in (8, 5, 6)))


@graph_case
def map_sizes(folder):
    """Also of an operand that the turns share."""
    write_sizes(folder, lambda x, y: map_rows(lambda row, y: torch.cat([row * y, y - row]), x, y), (({0: N, 1: M}, {1: M}),),
                *((*floats(n, m), *floats(1, m)) for n, m in ((9, 8), (3, 5), (1, 6))))


@graph_case
def map_sizes_planes(folder):
    """Products of matrices as rows."""
    write_sizes(folder, lambda x: map_rows(lambda plane: plane.t() @ plane, x), (({0: N, 1: Dim("k", min=2, max=4), 2: M},),),
                *(floats(*sizes) for sizes in ((9, 4, 8), (3, 2, 5), (1, 3, 6))))


@graph_case
def map_sizes_cond(folder):
    """Each turn takes a branch."""
    def f(x):
        return map_rows(lambda row: torch.cond(row.sum() > 0, lambda row: row * 2, lambda row: row.flip(0) - 1, (row,)), x)

    write_sizes(folder, f, (({0: N, 1: M},),), *(floats(n, m) for n, m in ((9, 8), (3, 5), (2, 6))))


@graph_case
def map_sizes_in_branch(folder):
    """A loop in one of two branches."""
    def f(x):
        return torch.cond(x.sum() > 0, lambda x: map_rows(lambda row: row * 2, x), lambda x: x - 1, (x,))

    write_sizes(folder, f, (({0: N, 1: M},),),
                *((sign * torch.rand(n, m),) for n, m in ((9, 8), (3, 5), (1, 6)) for sign in (1, -1)))


@graph_case
def map_twice(folder):
    """One loop after another; the first one's rows are used up."""
    def f(x):
        y = map_rows(lambda row: row + 1, x)
        return map_rows(lambda row: row * row, y)

    write_sizes(folder, f, (({0: N, 1: M},),), *(floats(n, m) for n, m in ((9, 8), (3, 5), (1, 6))))


@graph_case
def scan_count(folder):
    program = lower(lambda start, x: scan(lambda c, row: (c + row, c * row), start, x), (*floats(4), *floats(9, 4)),
                    dynamic_shapes=(({}, {0: N}),)).buffer
    calls = {n: ("forward", (*floats(4), *floats(n, 4))) for n in (9, 3, 1, 2, 0, 10)}
    write_cases(folder, program, forward=[calls[n][1] for n in (9, 3, 1)])
    write_sequence(folder, program, calls[9], calls[2], (*calls[0], OUT_OF_RANGE), calls[3], (*calls[10], TOO_LARGE), calls[9])


@graph_case
def scan_sizes(folder):
    """What the loop carries has the caller's sizes too."""
    write_sizes(folder, lambda x: scan(lambda c, row: (c + row, c * row), x.sum(0), x), (({0: N, 1: M},),),
                *(floats(n, m) for n, m in ((9, 8), (3, 5), (1, 6))))


@graph_case
def scan_sizes_several(folder):
    """Two are carried, two are collected, from two operands."""
    def turn(carry, rows):
        (a, b), (x, y) = carry, rows
        return (a + x, b * y.sum()), (a - y, b + x.sum())

    def f(x, y):
        return scan(turn, (x.sum(0), y.sum()), (x, y))

    write_sizes(folder, f, (({0: N, 1: M}, {0: N, 1: M}),), *(pair(n, m) for n, m in ((9, 8), (3, 5), (1, 6))))


@graph_case
def cond_sizes(folder):
    """Sizes inside the branches that neither operands nor results have."""
    def f(x, y):
        def joined(x, y):
            return torch.cat([x, y]).sum(0) * x, torch.cat([y, x], 1)

        def apart(x, y):
            return (x[:, :, None] * y[:, None, :]).sum(2), torch.cat([x * 2, y.flip(1)], 1)
        return torch.cond(x.sum() > 0, joined, apart, (x, y))

    program = lower(f, pair(9, 8), dynamic_shapes=(({0: N, 1: M}, {0: N, 1: M}),)).buffer
    write_cases(folder, program, forward=[(sign * torch.rand(n, m), *floats(n, m))
                                          for n, m in ((9, 8), (3, 5), (2, 6)) for sign in (1, -1)])


@graph_case
def cond_other_sizes(folder):
    """Results of which the sizes tell the branch."""
    def f(x):
        def fewer(x):
            return x[1:] * 2, x[:2, 1:] - 1

        def more(x):
            return torch.cat([x, x]), x * 3
        y, z = torch.cond(x.sum() > 0, fewer, more, (x,))
        return y + 1, z.cos(), y.sum(0) + z.sum()

    program = lower(f, floats(4, 3)).buffer
    write_cases(folder, program, forward=[(sign * torch.rand(4, 3) + 0.1,) for sign in (1, -1)])


@graph_case
def cond_other_sizes_dynamic(folder):
    """The same of a dynamic operand."""
    def f(x):
        y = torch.cond(x.sum() > 0, lambda x: x[1:] * 3, lambda x: torch.cat([x, x * 2]), (x,))
        torch._check(y.shape[0] <= 18)
        return y.exp()

    program = lower(f, floats(9, 8), dynamic_shapes=(({0: Dim("n", min=3, max=9), 1: M},),)).buffer
    write_cases(folder, program, forward=[(scale * torch.rand(n, m),) for n, m in ((9, 8), (3, 5), (4, 6)) for scale in (1, -1)])


@graph_case
def cond_sizes_nested(folder):
    """A branch within a branch, and what the first one gives is read again."""
    def f(x):
        def inner(x):
            return torch.cond(x.max() > 0.5, lambda x: x.flip(1) * 3, lambda x: x.cumsum(0), (x,))

        y = torch.cond(x.sum() > 0, inner, lambda x: x - x.mean(1, keepdim=True), (x,))
        return y + x, y.sum(1)

    program = lower(f, floats(9, 8), dynamic_shapes=(({0: N, 1: M},),)).buffer
    write_cases(folder, program, forward=[(scale * torch.rand(n, m),) for n, m in ((9, 8), (3, 5), (2, 6)) for scale in (1, 0.4, -1)])
