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
import graph_dynamic  # noqa: F401  (more cases)
import graph_edited  # noqa: F401  (more cases)
import graph_layout  # noqa: F401  (more cases)
import graph_llm  # noqa: F401  (more cases)
import graph_loops  # noqa: F401  (more cases)
import graph_ranks  # noqa: F401  (more cases)
import graph_training  # noqa: F401  (more cases)
from graph_tools import (CASES, Stateful, floats, graph_case, lower_methods, pair, write_answered, write_cases,
                         write_sequence)
from index import place, write_rows
from oracle import lower, operators, randomise, run, seed, write_bundle
from torch.export import export

OUT_OF_RANGE, OUT_OF_RESOURCES = 0x12, 0x25


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
