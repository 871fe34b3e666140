# SPDX-License-Identifier: 0BSD
"""Complex numbers in state, in loops, of dynamic shapes, and in operators to which no exporter gives them."""
import torch
from functorch.experimental.control_flow import map as map_rows
from graph_edited import numel_for_size, renamed
from graph_tools import Stateful, edit, graph_case, write_cases, write_sequence
from oracle import lower, operators
from torch.export import Dim

aten = torch.ops.aten
NOT_SUPPORTED = 0x10


def numbers(*shape):
    return (torch.randn(shape, dtype=torch.complex64),)


def pair(*shape):
    return numbers(*shape) + numbers(*shape)


for name, new in ("lift_fresh_copy", "aten::lift_fresh_copy.out"), ("fallback", "llama::fallback.out"):
    renamed(f"{name}_complex", "aten::alias_copy.out", new, aten.alias_copy, lambda: [numbers(3, 5), numbers(3, 5)],
            _check_ir_validity=False)


@graph_case
def state_complex(folder):
    """An oscillator that every call turns: the state is multiplied and written back whole."""
    def f(module, turn):
        module.phase.copy_(module.phase * turn)
        return module.phase + turn

    program = lower(Stateful(f, phase=torch.zeros(4, dtype=torch.complex64)), numbers(4), _check_ir_validity=False)
    assert "aten::copy_" in operators(program), operators(program)
    write_cases(folder, program.buffer, forward=[numbers(4), numbers(4)])
    write_sequence(folder, program.buffer, ("forward", numbers(4)), ("forward", numbers(4)), "reset",
                   ("forward", numbers(4)))


@graph_case
def cache_complex(folder):
    def f(module, rows, positions):
        module.cache[positions] = rows
        return module.cache.sum(0)

    inputs = (*numbers(2, 3), torch.tensor([0, 1]))
    program = lower(Stateful(f, cache=torch.zeros(5, 3, dtype=torch.complex64)), inputs, _check_ir_validity=False,
                    backend={"run_reinplace_pass": True})
    assert "aten::index_put_" in operators(program), operators(program)
    write_cases(folder, program.buffer, forward=[inputs, (*numbers(2, 3), torch.tensor([4, 2]))])
    step = [("forward", (*numbers(2, 3), torch.tensor(p))) for p in ([0, 1], [4, 0], [1, 3])]
    write_sequence(folder, program.buffer, *step)


@graph_case
def map_complex(folder):
    program = lower(lambda x, y: map_rows(lambda row, y: row * y + y, x, y), (*numbers(3, 4), *numbers(4)),
                    _check_ir_validity=False)
    assert "executorch_prim::et_copy_index.tensor" in operators(program)
    write_cases(folder, program.buffer, forward=[(*numbers(3, 4), *numbers(4)) for _ in range(2)])


@graph_case
def dynamic_complex(folder):
    """Sizes, views and products of numbers whose count the caller says."""
    def f(a, b):
        c = torch.cat([a * b, aten.permute_copy(a.view(-1, 2, 2), [0, 2, 1]).view(-1, 4)], 0)
        return c.sum(1), c.abs(), c[a.shape[0]:, 1:3], a.expand(2, -1, -1)

    n = Dim("n", max=5)
    program = lower(f, pair(4, 4), dynamic_shapes=(({0: n}, {0: n}),), _check_ir_validity=False)
    assert {"executorch_prim::et_view.default", "aten::sym_size.int"} <= operators(program), operators(program)
    write_cases(folder, program.buffer, forward=[pair(n, 4) for n in (4, 1, 5)])
    write_sequence(folder, program.buffer, ("forward", pair(5, 4)), ("forward", pair(6, 4), NOT_SUPPORTED),
                   ("forward", pair(0, 4)))


@graph_case
def size_numel_complex(folder):
    program = lower(lambda a: a.abs() * (a.shape[0] + 1), numbers(3, 2), dynamic_shapes=(({0: Dim("n", max=7)},),),
                    _check_ir_validity=False)
    write_cases(folder, edit(program.buffer, numel_for_size), forward=[numbers(n, 2) for n in (1, 4, 7)])
