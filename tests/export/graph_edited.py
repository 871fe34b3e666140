# SPDX-License-Identifier: 0BSD
"""Programs that this exporter does not make but the runtime runs: exported ones, edited."""
import copy

import torch
from executorch.backends.xnnpack.partition.xnnpack_partitioner import XnnpackPartitioner
from executorch.exir import to_edge_transform_and_lower
from executorch.exir._serialize._flatbuffer_program import _program_to_flatbuffer
from executorch.exir._serialize._program import deserialize_pte_binary
from executorch.exir.schema import (Bool, EValue, Instruction, JumpFalseCall, KernelCall, Operator, OptionalTensorList, SubsegmentOffsets,
                                    Tensor, TensorList, TensorShapeDynamism)
from functorch.experimental.control_flow import map as map_rows
from graph_tools import Stateful, add, edit, floats, graph_case, pair, write_cases, write_sequence
from oracle import Call, lower, operators, randomise, run, write_bundle
from torch._higher_order_ops.scan import scan
from torch.export import Dim
from torch.utils._pytree import tree_flatten
from xnnpack import indices_too


def find(plan, name):
    """The index of the first instruction that calls an operator."""
    calls = [i.instr_args for i in plan.chains[0].instructions]
    return [isinstance(c, KernelCall) and plan.operators[c.op_index].name for c in calls].index(name)


@graph_case
def view_inside(folder):
    """A row range of another tensor: the slice's instruction is gone, its offset lies inside."""
    program = lower(lambda a, b: ((c := a + b)[1:3] * 2, c.neg()), pair(4, 3))

    def change(p):
        plan = p.execution_plan[0]
        tensors, moves = plan.values, plan.chains[0].instructions
        index = find(plan, "aten::slice_copy")
        source, out = moves[index].instr_args.args[0], moves[index].instr_args.args[-1]
        place = tensors[source].val.allocation_info
        tensors[out].val.allocation_info.memory_offset_low = place.memory_offset_low + 3 * 4
        del moves[index]

    program = edit(program.buffer, change)
    write_cases(folder, program, forward=[pair(4, 3) for _ in range(2)])


@graph_case
def state_under_view(folder):
    """A view was planned over a state's bytes, as if it had some of its own."""
    def f(module, x):
        module.total.add_(x.sum(0))
        return module.total * 1, (x * 2).view(-1, 2) + 1

    program = lower(Stateful(f, total=torch.zeros(4)), floats(3, 4), dynamic_shapes=(({0: Dim("n", max=3)},),)).buffer

    def change(p):
        plan = p.execution_plan[0]
        view = plan.values[plan.chains[0].instructions[find(plan, "executorch_prim::et_view")].instr_args.args[-1]].val
        state = plan.values[plan.chains[0].instructions[find(plan, "aten::copy_")].instr_args.args[0]].val
        assert view.shape_dynamism == TensorShapeDynamism.DYNAMIC_BOUND
        view.allocation_info.memory_offset_low = state.allocation_info.memory_offset_low
        plan.non_const_buffer_sizes[1] += 64

    program = edit(program, change)
    write_cases(folder, program, forward=[floats(n, 4) for n in (3, 1)])
    write_sequence(folder, program, ("forward", floats(3, 4)), ("forward", floats(2, 4)), "reset", ("forward", floats(1, 4)))


@graph_case
def loop_once(folder):
    """A loop whose condition is computed behind its jump: the jump depends on what the file says."""
    program = lower(lambda x, y: map_rows(lambda row, y: row * y + 1, x, y), (*floats(1, 4), *floats(4)))

    def change(p):
        plan = p.execution_plan[0]
        moves = plan.chains[0].instructions
        jump = [isinstance(i.instr_args, JumpFalseCall) for i in moves].index(True)
        compare = find(plan, "executorch_prim::eq")
        assert compare < jump
        plan.values[moves[jump].instr_args.cond_value_index] = EValue(Bool(True))
        moves.insert(jump, moves.pop(compare))

    write_cases(folder, edit(program.buffer, change), forward=[(*floats(1, 4), *floats(4)) for _ in range(2)])


def loop_over_output(p):
    """The loop reads the program's first output instead of its last input."""
    plan = p.execution_plan[0]
    for i in plan.chains[0].instructions[find(plan, "aten::sym_size"):]:
        if isinstance(i.instr_args, KernelCall):
            i.instr_args.args = [plan.outputs[0] if a == plan.inputs[-1] else a for a in i.instr_args.args]


def any_sizes(p):
    """Sizes that the exporter knows become the caller's."""
    for v in p.execution_plan[0].values:
        if isinstance(v.val, Tensor) and v.val.data_buffer_idx == 0:
            v.val.shape_dynamism = TensorShapeDynamism.DYNAMIC_BOUND


@graph_case
def map_selected(folder):
    """Over as many rows as a mask lets through, which the exporter's map does not take; of none, there is no first one."""
    program = lower(lambda x: (x[x.sum(1) > 0], map_rows(lambda row: row.flip(0) * 2 + row, x)), floats(9, 4))
    program = edit(program.buffer, loop_over_output)
    some, every, one = floats(9, 4), (torch.rand(9, 4),), (torch.rand(9, 4) * torch.eye(9)[:, 4:5] - 0.5 * (1 - torch.eye(9)[:, 4:5]),)
    write_cases(folder, program, forward=[some, every, one])
    write_sequence(folder, program, ("forward", every), ("forward", (-every[0],), 0x12), ("forward", one), ("forward", some))


def write_rows(folder, program, f, calls, answered):
    """The runtime answers those first calls; it refuses to collect rows of other sizes than the file's."""
    outputs = run(program, calls[:answered]) + [list(tree_flatten(f(*call))[0]) for call in calls[answered:]]
    write_bundle(f"{folder}/case.bpte", program, {"forward": (calls, outputs)})


@graph_case
def map_selected_elements(folder):
    """Rows of as many elements as a mask lets through."""
    def f(x, factors, y):
        return x.masked_select(x > 0), map_rows(lambda factor, y: y.flip(0) * factor + y, factors, y)

    def change(p):
        any_sizes(p)
        loop_over_output(p)

    def answer(x, factors, y):
        return f(x, factors, x.masked_select(x > 0))

    program = edit(lower(f, (*floats(9), *floats(3), *floats(9))).buffer, change)
    calls = [(torch.rand(9), *floats(3), *floats(9)), *((*floats(9), *floats(n), *floats(9)) for n in (3, 1)),
             (-torch.rand(9), *floats(2), *floats(9))]
    write_rows(folder, program, answer, calls, 1)


@graph_case
def map_nested(folder):
    """A loop in a loop."""
    def f(x):
        return map_rows(lambda plane: map_rows(lambda row: row * 2 + row.sum(), plane) - plane, x)

    program = edit(lower(f, floats(5, 4, 6)).buffer, any_sizes)
    write_rows(folder, program, f, [floats(*sizes) for sizes in ((5, 4, 6), (2, 4, 6), (3, 2, 6), (1, 3, 5))], 2)


@graph_case
def output_retyped(folder):
    """The output is an integer tensor in the memory of a float result."""
    program = lower(lambda a: a.to(torch.float32) * 1.5, (torch.arange(21).reshape(3, 7).int(),))

    def change(p):
        plan = p.execution_plan[0]
        shown = copy.deepcopy(plan.values[plan.outputs[0]])
        shown.val.scalar_type = plan.values[plan.inputs[0]].val.scalar_type
        plan.values.append(shown)
        plan.outputs[0] = len(plan.values) - 1

    program = edit(program.buffer, change)
    write_cases(folder, program, forward=[(torch.randint(-50, 50, (3, 7)).int(),) for _ in range(2)])


@graph_case
def delegate_output_bound(folder):
    """The output has less room than the tensor of the delegate that it shows with other axes."""
    model = randomise(torch.nn.Conv2d(2, 3, 2))
    exported = torch.export.export(model, floats(3, 2, 3, 2), dynamic_shapes=({0: Dim("batch", max=5)},))
    program = to_edge_transform_and_lower(exported, partitioner=[XnnpackPartitioner()]).to_executorch()

    def change(p):
        plan = p.execution_plan[0]
        plan.values[plan.outputs[0]].val.sizes[0] = 3

    program = edit(program.buffer, change)
    write_cases(folder, program, forward=[floats(n, 2, 3, 2) for n in (1, 3)])
    write_sequence(folder, program, ("forward", floats(3, 2, 3, 2)), ("forward", floats(5, 2, 3, 2), 0x10, 0x25),
                   ("forward", floats(2, 2, 3, 2)))


@graph_case
def delegate_window_rows(folder):
    """The window is as high as the input may be; of fewer rows the runtime dies."""
    def f(x):
        largest, index = x.max(2, True)
        return largest + index

    exported = torch.export.export(Call(f), floats(2, 3, 9, 4), dynamic_shapes=(({0: Dim("batch", max=3), 2: Dim("rows", max=9)},),))
    with indices_too():
        program = to_edge_transform_and_lower(exported, partitioner=[XnnpackPartitioner()]).to_executorch().buffer
    write_cases(folder, program, forward=[floats(n, 3, 9, 4) for n in (2, 3)])
    write_sequence(folder, program, ("forward", floats(3, 3, 9, 4)), ("forward", floats(2, 3, 8, 4), 0x10), ("forward", floats(1, 3, 9, 4)),
                   answer=f)


@graph_case
def written_in_parts(folder):
    """Two steps write the halves of what a third reads: the concatenation has no instruction."""
    program = lower(lambda a, b: torch.cat([a.neg(), b.relu()]) * 2, floats(2, 4) + floats(1, 4))

    def change(p):
        plan = p.execution_plan[0]
        moves = plan.chains[0].instructions
        index = find(plan, "aten::cat")
        parts, out = moves[index].instr_args.args[0], moves[index].instr_args.args[-1]
        first, second = (plan.values[i].val.allocation_info for i in plan.values[parts].val.items)
        start = max(plan.non_const_buffer_sizes)
        whole = plan.values[out].val.allocation_info
        whole.memory_offset_low = first.memory_offset_low = start
        second.memory_offset_low = start + 2 * 4 * 4
        plan.non_const_buffer_sizes[1] = start + 64
        del moves[index]

    program = edit(program.buffer, change)
    write_cases(folder, program, forward=[floats(2, 4) + floats(1, 4) for _ in range(2)])


@graph_case
def constants_inline(folder):
    """The layout of old exporters: constants inside the FlatBuffer, no segment, no extended header."""
    new = lower(randomise(torch.nn.Linear(4, 3)), floats(2, 4)).buffer
    program = deserialize_pte_binary(new).program
    program.constant_segment, program.segments = SubsegmentOffsets(0, []), []
    old = bytes(_program_to_flatbuffer(program).data)
    assert b"eh00" not in old
    cases = [floats(2, 4) for _ in range(2)]
    answers = run(new, cases)  # the wheel's runtime was built without the old layout
    write_bundle(f"{folder}/case.bpte", old, {"forward": (cases, answers)})


def renamed(case, old, new, function, cases, **options):
    """The exported program with another operator of the same arguments."""
    def write(folder):
        program = lower(function, cases()[1], **options)
        assert old in operators(program), operators(program)

        def change(p):
            name, _, overload = old.partition(".")
            for op in p.execution_plan[0].operators:
                if (op.name, op.overload) == (name, overload):
                    op.name, _, op.overload = new.partition(".")

        write_cases(folder, edit(program.buffer, change), forward=cases())

    add(case, write)


renamed("lift_fresh_copy", "aten::relu.out", "aten::lift_fresh_copy.out", torch.relu,
        lambda: [floats(3, 5), floats(3, 5)])
renamed("lift_fresh_copy_sizes", "aten::relu.out", "aten::lift_fresh_copy.out", torch.relu,
        lambda: [floats(n, 5) for n in (7, 4, 1)], dynamic_shapes=(({0: Dim("n", max=7)},),))


def size_operator(name, old, new, function):
    renamed(f"size_{name}", f"executorch_prim::{old}", f"executorch_prim::{new}", lambda a: a * function(a.shape[0]),
            lambda: [floats(n, 2) for n in (1, 2, 3, 4, 5, 7)], dynamic_shapes=(({0: Dim("n", max=7)},),))


size_operator("max", "mod.Scalar", "sym_max.Scalar", lambda n: n % 3)
size_operator("min", "mod.Scalar", "sym_min.Scalar", lambda n: n % 3)
size_operator("mod_int", "mod.Scalar", "mod.int", lambda n: (-n) % 3)
size_operator("floordiv_int", "floordiv.Scalar", "floordiv.int", lambda n: (-n) // 2)
size_operator("trunc", "round.Scalar", "trunc.Scalar", lambda n: round((-n) / 4))
size_operator("int", "round.Scalar", "sym_int.Scalar", lambda n: round((-n) / 4))
size_operator("float", "neg.Scalar", "sym_float.Scalar", lambda n: -n)


def numel_for_size(p):
    """What asked for a dimension asks for the number of elements."""
    plan = p.execution_plan[0]
    del plan.chains[0].instructions[find(plan, "aten::sym_size")].instr_args.args[1]  # the dimension
    op = next(op for op in plan.operators if op.name == "aten::sym_size")
    op.name, op.overload = "aten::sym_numel", ""


@graph_case
def size_numel(folder):
    program = lower(lambda a: a * (a.shape[0] + 1), floats(3, 2), dynamic_shapes=(({0: Dim("n", max=7)},),))
    write_cases(folder, edit(program.buffer, numel_for_size), forward=[floats(n, 2) for n in (1, 4, 7)])


@graph_case
def size_choice(folder):
    """sym_not and sym_ite on a comparison of sizes."""
    def f(a):
        n = a.shape[0]
        return torch.cond(n > 3, lambda a: a + 1, lambda a: a - 1, (a,)) * (n % 5)

    program = lower(f, floats(3, 2), dynamic_shapes=(({0: Dim("n", max=7)},),))

    def change(p):
        plan = p.execution_plan[0]
        moves, opposite = plan.chains[0].instructions, len(plan.values)
        compare, remainder = find(plan, "executorch_prim::gt"), find(plan, "executorch_prim::mod")
        assert compare < remainder
        plan.values.append(EValue(Bool(False)))
        plan.operators[moves[remainder].instr_args.op_index].name = "executorch_prim::sym_ite"
        moves[remainder].instr_args.args.insert(0, opposite)
        moves.insert(compare + 1, Instruction(KernelCall(len(plan.operators), [
            moves[compare].instr_args.args[-1], opposite])))
        plan.operators.append(Operator("executorch_prim::sym_not", "Scalar"))
        for move in (i.instr_args for i in moves if isinstance(i.instr_args, JumpFalseCall)):
            move.destination_instruction += 1

    write_cases(folder, edit(program.buffer, change), forward=[floats(n, 2) for n in (1, 4, 7)])


def write_batch_norm_legit(folder, *batches, **options):
    program = lower(randomise(torch.nn.BatchNorm1d(3)), floats(batches[0], 3, 4), **options)

    def change(p):
        plan = p.execution_plan[0]
        op = plan.operators[0]
        op.name = "aten::_native_batch_norm_legit"
        plan.values.append(EValue(Bool(False)))
        plan.chains[0].instructions[0].instr_args.args.insert(5, len(plan.values) - 1)  # not training

    write_cases(folder, edit(program.buffer, change), forward=[floats(n, 3, 4) for n in batches])


@graph_case
def batch_norm_legit(folder):
    write_batch_norm_legit(folder, 2, 2)


@graph_case
def batch_norm_legit_sizes(folder):
    write_batch_norm_legit(folder, 5, 1, 2, dynamic_shapes=({0: Dim("n", max=5)},))


def jumps(plan):
    return [(k, i.instr_args) for k, i in enumerate(plan.chains[0].instructions) if isinstance(i.instr_args, JumpFalseCall)]


def two_conditions(folder, change, between=lambda y: y):
    def f(p, q, x):
        y = between(torch.cond(p, lambda x: x * 2, lambda x: x - 1, (x,)))
        return torch.cond(q, lambda y: y + 3, lambda y: y * 5, (y,))

    def inputs(p, q):
        return (torch.tensor(p), torch.tensor(q), *floats(2, 3))

    program = edit(lower(f, inputs(True, True)).buffer, lambda p: change(p.execution_plan[0]))
    write_cases(folder, program, forward=[inputs(p, q) for p in (True, False) for q in (True, False)])


@graph_case
def jump_into_branch(folder):
    """Out of one branch into the other one's neighbour: no if and else can say that."""
    def change(plan):
        (_, first), (_, behind), (_, second), _ = jumps(plan)
        assert behind.destination_instruction < second.destination_instruction
        behind.destination_instruction = second.destination_instruction

    two_conditions(folder, change)


@graph_case
def jump_back_into_branch(folder):
    """To the end of the branch that was not taken, of which the result lies where the other one's does."""
    def change(plan):
        _, (at, behind), (_, second), _ = jumps(plan)
        behind.destination_instruction, second.destination_instruction = second.destination_instruction, at - 1

    two_conditions(folder, change)


@graph_case
def jump_to_earlier(folder):
    """The second condition stands before the first: a jump leads over it, another back to it."""
    def change(plan):
        _, (_, behind), (middle, _), _ = jumps(plan)
        moves = plan.chains[0].instructions
        after = len(moves) - middle
        for _, jump in jumps(plan):
            at = jump.destination_instruction
            jump.destination_instruction = at - middle + 1 if at >= middle else at + after + 2
        leads = [Instruction(JumpFalseCall(behind.cond_value_index, to)) for to in (after + 2, len(moves) + 3, 1)]
        plan.chains[0].instructions = [leads[0], *moves[middle:], leads[1], *moves[:middle], leads[2]]

    two_conditions(folder, change, torch.neg)


@graph_case
def loop_left(folder):
    """A loop that is also left in the middle, before its counter goes on."""
    def f(start, x, go):
        return scan(lambda c, row: (c + row, -row), start, x)[0], ~go

    def inputs(go):
        return (*floats(4), *floats(3, 4), torch.tensor(go))

    program = lower(f, inputs(True))

    def change(p):
        plan = p.execution_plan[0]
        moves = plan.chains[0].instructions
        (end, back), = jumps(plan)
        add = find(plan, "executorch_prim::add")
        assert back.destination_instruction < add < end
        moves.insert(add, Instruction(JumpFalseCall(plan.inputs[2], end + 2)))

    write_cases(folder, edit(program.buffer, change), forward=[inputs(go) for go in (True, False)])


@graph_case
def outputs_in_lists(folder):
    """The items of a list are outputs one after the other, but for None."""
    program = lower(lambda a, b: (a + b, a * 2, b.neg()), pair(2, 3))
    cases = [pair(2, 3) for _ in range(2)]
    answers = run(program.buffer, cases)

    def change(p):
        plan = p.execution_plan[0]
        first, second, third = plan.outputs
        plan.values += [EValue(TensorList([first])), EValue(OptionalTensorList([-1, second, -1]))]
        plan.outputs = [len(plan.values) - 2, len(plan.values) - 1, third]

    write_bundle(f"{folder}/case.bpte", edit(program.buffer, change), {"forward": (cases, answers)})
