# SPDX-License-Identifier: 0BSD
"""A delegate of a vendor that there is not: its data is a list of additions and multiplications, which foreign.c in the
folder of each case carries out in C. PyTorch answers."""
import struct

import torch
from case import case
from executorch.exir import EdgeCompileConfig, ExecutorchBackendConfig, to_edge_transform_and_lower
from executorch.exir.backend.backend_details import BackendDetails, PreprocessResult
from executorch.exir.backend.canonical_partitioners.pattern_op_partitioner import generate_pattern_op_partitions
from executorch.exir.backend.compile_spec_schema import CompileSpec
from executorch.exir.backend.partitioner import DelegationSpec, Partitioner, PartitionResult
from oracle import Call
from torch.fx.passes.operator_support import OperatorSupportBase
from torch.utils._pytree import tree_flatten

OPERATORS = {"aten.add.Tensor": b"+", "aten.mul.Tensor": b"*"}


class AccumulatorBackend(BackendDetails):
    """Data: the count of steps, for each its kind and the numbers of two registers, of which the first hold the
    operands; then the count of results and their registers."""

    @staticmethod
    def preprocess(program, specs):
        register, steps, results = {}, [], []
        for node in program.graph.nodes:
            if node.op == "placeholder":
                register[node] = len(register)
            elif node.op == "call_function":
                kind = OPERATORS[node.target.__name__]
                steps.append(kind + bytes(register[a] for a in node.args[:2]))
                register[node] = len(register)
            elif node.op == "output":
                results = bytes(register[a] for a in node.args[0])
        data = b"ACC1" + bytes([len(steps)]) + b"".join(steps) + bytes([len(results)]) + results
        return PreprocessResult(processed_bytes=data)


class Supported(OperatorSupportBase):
    def is_node_supported(self, submodules, node):
        return node.op == "call_function" and node.target.__name__ in OPERATORS


class AccumulatorPartitioner(Partitioner):
    def __init__(self):
        super().__init__()
        self.delegation = DelegationSpec(AccumulatorBackend.__name__, [CompileSpec("unit", struct.pack("<f", 1))])

    def partition(self, program):
        tags = {}
        for i, part in enumerate(generate_pattern_op_partitions(program.graph_module, op_support=Supported())):
            for node in part.nodes:
                node.meta["delegation_tag"] = f"part{i}"
            tags[f"part{i}"] = self.delegation
        return PartitionResult(tagged_exported_program=program, partition_tags=tags)


def make_delegated(c, inputs):
    module = c.function if isinstance(c.function, torch.nn.Module) else Call(c.function)
    options = dict(c.options)
    program = torch.export.export(module, tuple(inputs[0]), dynamic_shapes=options.pop("dynamic_shapes", None), strict=False)
    edge = to_edge_transform_and_lower(program, partitioner=[AccumulatorPartitioner()],
                                       compile_config=EdgeCompileConfig(_check_ir_validity=False))
    lowered = edge.to_executorch(ExecutorchBackendConfig(**options))
    calls = [i for chain in lowered.executorch_program.execution_plan[0].chains for i in chain.instructions
             if type(i.instr_args).__name__ == "DelegateCall"]
    assert calls, "nothing was delegated"
    print("   ", [i.instr_args for chain in lowered.executorch_program.execution_plan[0].chains for i in chain.instructions])
    return lowered, [list(tree_flatten(c.function(*case))[0]) for case in inputs]


def delegate_case(name, operator, function, *inputs, **options):
    case(name, operator, function, *inputs, foreign="--delegate AccumulatorBackend", make=make_delegated, **options)


SHARED = {"link": "../foreign_delegate/foreign.c"}
delegate_case("foreign_delegate", "aten::relu.out", lambda x, y: torch.relu((x + y) * y), "3x4", "3x4")
delegate_case("foreign_delegate_twice", "aten::relu.out", lambda x, y: torch.relu(x * y + y).neg() * y, "2x3", "2x3", **SHARED)
delegate_case("foreign_delegate_results", "aten::neg.out", lambda x, y: ((x + y) * x, (x + y).neg()), "2x3", "2x3", **SHARED)
delegate_case("foreign_delegate_view", "aten::neg.out", lambda x, y: y * x.neg().view(3, 2), "2x3", "3x2", **SHARED)
delegate_case("foreign_delegate_channels_last", "aten::relu.out", lambda x, y: torch.relu(x * y + x) * y,
              "nhwc 1x3x4x5", "nhwc 1x3x1x1", **SHARED)  # channels behind all else: only there can it broadcast them
delegate_case("foreign_delegate_dynamic", "aten::relu.out", lambda x, y: torch.relu(x + y), "5x4", "5x4",
              more=(("1x4", "1x4"), ("8x4", "8x4")), dynamic_shapes=(({0: torch.export.Dim("n", max=8)},) * 2,), **SHARED)
