# SPDX-License-Identifier: 0BSD
"""Exports programs, asks the ExecuTorch runtime for their outputs, and writes both as bundled programs."""
import os
import tempfile
import zlib

import executorch.extension.pybindings.portable_lib  # noqa: F401  (registers the runtime's operators)
import torch
from executorch.devtools import BundledProgram
from executorch.devtools.bundled_program.config import MethodTestCase, MethodTestSuite
from executorch.devtools.bundled_program.schema import bundled_program_schema as schema
from executorch.devtools.bundled_program.serialize import serialize_from_bundled_program_to_flatbuffer
from executorch.exir import EdgeCompileConfig, ExecutorchBackendConfig, to_edge
from executorch.exir.operator.convert import to_out_variant
from executorch.kernels import quantized  # noqa: F401  (registers the quantized operators)
from executorch.runtime import Runtime

RUNTIME = Runtime.get()
KERNELS = RUNTIME.operator_registry.operator_names


def seed(text):
    torch.manual_seed(zlib.crc32(text.encode()))


class Call(torch.nn.Module):
    """A function as a module."""

    def __init__(self, function):
        super().__init__()
        self.function = function

    def forward(self, *args):
        return self.function(*args)


def randomise(module):
    """Weights from the current seed, so that one case does not depend on which others were made before."""
    for name, tensor in [*module.named_parameters(), *module.named_buffers()]:
        if tensor.is_floating_point():
            torch.nn.init.uniform_(tensor, 0.5, 1.5) if "running_var" in name else torch.nn.init.normal_(tensor, 0, 0.5)
    return module.eval()


def has_kernel(op):
    try:
        out, _ = to_out_variant(op)
    except Exception:  # the wheel raises several kinds for an operator without an out variant
        return False
    return f"{out._schema.name}.{out._schema.overload_name}" in KERNELS


def edge_program(program, preserve=True, keep=False, **config):
    """Lowers to the edge dialect; an operator for which the runtime has a kernel is not decomposed, to keep: none is."""
    if not preserve:
        return to_edge(program, compile_config=EdgeCompileConfig(**config))
    targets = {n.target for n in program.graph.nodes if isinstance(n.target, torch._ops.OpOverload)}
    kept = sorted((t for t in targets if keep or has_kernel(t)), key=str)
    options = EdgeCompileConfig(preserve_ops=kept, _core_aten_ops_exception_list=kept, **config)
    return to_edge(program, compile_config=options)


def lower(function, inputs, transform=(), dynamic_shapes=None, backend=None, **config):
    """The ExecuTorch program of a function or module."""
    module = function if isinstance(function, torch.nn.Module) else Call(function)
    program = torch.export.export(module, tuple(inputs), dynamic_shapes=dynamic_shapes, strict=False)
    edge = edge_program(program, **config).transform(list(transform))
    return edge.to_executorch(ExecutorchBackendConfig(**(backend or {})))


def operators(program):
    plans = program.executorch_program.execution_plan
    return {f"{op.name}.{op.overload}".removesuffix(".") for plan in plans for op in plan.operators}


def load(program, ptd=None):
    """program: the bytes of a .pte, or the path of one whose weights are in the file ptd."""
    return RUNTIME.load_program(program, data_path=ptd)


def call(program, method, inputs):
    outputs = program.load_method(method).execute(list(inputs))
    return [o.clone() if isinstance(o, torch.Tensor) else o for o in outputs]


def run(program, cases, method="forward", ptd=None):
    """The outputs of each case, each from a fresh instance of the program."""
    return [call(load(program, ptd), method, case) for case in cases]


def keep_dim_order(bundle):
    """The wheel's bundler makes every tensor contiguous; the runtime wants a program's own dim order."""
    for suite, written in zip(bundle.method_test_suites, bundle.serialize_to_schema().method_test_suites):
        for test, case in zip(suite.test_cases, written.test_cases):
            for value, tensor in zip(case.inputs + case.expected_outputs, test.inputs + test.expected_outputs):
                if isinstance(tensor, torch.Tensor) and not tensor.is_contiguous():
                    value.val.dim_order = list(tensor.dim_order())
                    value.val.data = tensor.permute(tensor.dim_order()).contiguous().numpy().tobytes()


def keep_numbers(bundle, suites):
    """The wheel's bundler takes tensors as outputs only; the format knows numbers too."""
    kinds = {int: schema.Int, bool: schema.Bool, float: schema.Double}
    for written in bundle.serialize_to_schema().method_test_suites:
        for case, outputs in zip(written.test_cases, suites[written.method_name][1]):
            for value, output in zip(case.expected_outputs, outputs):
                if type(output) in kinds:
                    value.val = kinds[type(output)](output)


def write_bundle(path, program_bytes, suites):
    """suites: method name -> (list of inputs, list of outputs)."""
    os.makedirs(os.path.dirname(path), exist_ok=True)
    with tempfile.NamedTemporaryFile(suffix=".pte") as f:
        f.write(program_bytes)
        f.flush()
        tests = [MethodTestSuite(method_name=name, test_cases=[MethodTestCase(list(i), [torch.as_tensor(x) for x in o])
                                                               for i, o in zip(*suite)])
                 for name, suite in suites.items()]
        bundle = BundledProgram(executorch_program=None, pte_file_path=f.name, method_test_suites=tests)
        keep_dim_order(bundle)
        keep_numbers(bundle, suites)
        data = serialize_from_bundled_program_to_flatbuffer(bundle)
    with open(path, "wb") as f:
        f.write(data)
    return len(data)
