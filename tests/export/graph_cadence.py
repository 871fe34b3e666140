# SPDX-License-Identifier: 0BSD
"""Moves that the wheel's Cadence compiler has in `aten` and its exporter takes apart: programs with others in their place."""
import torch
from executorch.exir.schema import EValue, Int, KernelCall
from graph_tools import edit, graph_case
from oracle import lower, write_bundle


def replaced(folder, function, operator, overload, arguments, *cases):
    """The program's first call calls another operator, with `arguments` between the operand and the result."""
    def change(program):
        plan = program.execution_plan[0]
        call = next(i.instr_args for i in plan.chains[0].instructions if isinstance(i.instr_args, KernelCall))
        plan.operators[call.op_index].name, plan.operators[call.op_index].overload = operator, overload
        slots = range(len(plan.values), len(plan.values) + len(arguments))
        plan.values.extend(EValue(Int(n)) for n in arguments)
        call.args = [call.args[0], *slots, *call.args[-2:]]

    outputs = [function(*case) for case in cases]
    program = edit(lower(function, cases[0]).buffer, change)
    write_bundle(f"{folder}/case.bpte", program, {"forward": (cases, [[o] if isinstance(o, torch.Tensor) else list(o) for o in outputs])})


@graph_case
def cadence_chunk(folder):
    """The last of the pieces is smaller."""
    replaced(folder, lambda a: a.chunk(3), "aten::chunk", "out", (3, 0), *[(torch.randn(7, 4),) for _ in range(2)])


@graph_case
def cadence_chunk_few(folder):
    """Fewer pieces than were asked for."""
    replaced(folder, lambda a: a.chunk(4, 1), "aten::chunk", "out", (4, -1), *[(torch.randn(2, 6),) for _ in range(2)])


@graph_case
def cadence_contiguous(folder):
    """A copy."""
    replaced(folder, lambda a: a.clone() * 2, "aten::contiguous", "out", (0,), *[(torch.randn(3, 4),) for _ in range(2)])


@graph_case
def cadence_tensor_split(folder):
    """The first pieces have one element more."""
    replaced(folder, lambda a: a.split([3, 3, 2], 1), "aten::tensor_split", "sections_out", (3, 1), *[(torch.randn(2, 8, 3),) for _ in range(2)])
