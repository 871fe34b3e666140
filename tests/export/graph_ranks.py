# SPDX-License-Identifier: 0BSD
"""Tensors of as many axes as there may be, of no elements, and constants of which a part is read whose extent is known
only when the program runs."""
import torch
from executorch.exir.schema import Tensor, TensorShapeDynamism
from graph_tools import Stateful, edit, floats, graph_case, write_cases
from oracle import lower
from torch.export import Dim


@graph_case
def rank_13_index(folder):
    """An index for each of 13 axes, whose extents are operands of the loop that joins the indices."""
    axes = 13
    index = [torch.tensor([1])] * axes
    shapes = (({i: Dim(f"n{i}", max=3) for i in range(axes)},) + ({},) * axes,)
    program = lower(lambda a, *i: a[i], (*floats(*[2] * axes), *index), dynamic_shapes=shapes).buffer
    small = [torch.tensor([-1])] + [torch.tensor([0])] * (axes - 1)
    write_cases(folder, program, forward=[(*floats(2, 2, 3, *[1] * (axes - 3)), *small),
                                          (*floats(*[2] * 4, *[1] * (axes - 4)), *small)])


@graph_case
def rank_16_sum(folder):
    """Every other axis is summed, whose extents are known at run time only, so that no two loops can be joined."""
    def change(program):
        for value in program.execution_plan[0].values:
            if isinstance(value.val, Tensor):
                value.val.shape_dynamism = TensorShapeDynamism.DYNAMIC_BOUND

    program = edit(lower(lambda a: a.sum(tuple(range(0, 16, 2)), keepdim=True), floats(*[2] * 16)).buffer, change)
    write_cases(folder, program, forward=[floats(*[2, 1] * 6, 1, 2, 2, 2), floats(*[1, 2] * 6, 2, 2, 1, 1)])


@graph_case
def rank_16_moves(folder):
    shape = [1, 2] * 8
    program = lower(lambda a: (a.permute(*range(15, -1, -1)), a.flip(1, 15), a[..., 1:], a * a.transpose(1, 3)),
                    floats(*shape)).buffer
    write_cases(folder, program, forward=[floats(*shape)])


@graph_case
def empty_moves(folder):
    """Axes of no elements where rows are cut, shuffled, joined and put in another order."""
    def f(a, b):
        return (torch.nn.functional.glu(a, 2), torch.nn.functional.pixel_shuffle(b, 2), a.permute(1, 0, 2),
                a.reshape(0, 3).T, torch.cat([a, a], 1), a.sum(0), torch.nn.functional.pixel_unshuffle(b, 1), b.flip(1))

    program = lower(f, (*floats(3, 0, 4), *floats(1, 4, 0, 3))).buffer
    write_cases(folder, program, forward=[(*floats(3, 0, 4), *floats(1, 4, 0, 3))])


@graph_case
def dynamic_part_of_constant(folder):
    def f(m, a):
        n = a.shape[0]
        return a + torch.exp(m.w[:n]) * (m.w[:n] + 1)

    model = Stateful(f, w=torch.randn(7, 3))
    program = lower(model, floats(3, 3), dynamic_shapes=(({0: Dim("n", max=5)},),)).buffer
    write_cases(folder, program, forward=[floats(n, 3) for n in (1, 3, 5)])
