# SPDX-License-Identifier: 0BSD
"""Exports by the wheel's Cadence compiler; its runtime lacks the kernels, so the compiler's Python reference answers."""
import logging
import typing

import torch
import typing_extensions

typing.override = typing_extensions.override  # the compiler imports it from there, where Python 3.11 lacks it

import executorch.backends.cadence.aot.ref_implementations as reference  # noqa: E402
from executorch.backends.cadence.aot import compiler  # noqa: E402
from executorch.backends.cadence.aot.memory_planning import CadenceMemoryPlanning  # noqa: E402
from executorch.backends.cadence.aot.pass_utils import CompileMode  # noqa: E402
from executorch.exir import ExecutorchBackendConfig  # noqa: E402
from executorch.exir.passes import ToOutVarPass  # noqa: E402
from oracle import Call  # noqa: E402
from torch.utils._pytree import tree_flatten  # noqa: E402

logging.disable(logging.WARNING)


def with_sign_of_kernels(name):
    """The reference's function, called with the multiplier negated. Its factor is 1 / out_scale = -out_multiplier * 2^(out_shift - 31)
    (aot/ref_implementations.py), while the kernels divide by `1 << 31`, which is negative in 32 bits (generic/operators of the repository:
    quantized_linear.h, op_quantized_matmul.cpp, op_quantized_relu.cpp), and the compiler makes multipliers for the kernels."""
    operator, _, overload = name.partition(".")
    schema = getattr(getattr(torch.ops.cadence, operator), overload or "default")._schema
    at = [argument.name for argument in schema.arguments].index("out_multiplier")
    answer = getattr(reference, name.replace(".", "_"))
    return lambda *args: answer(*args[:at], -args[at], *args[at + 1:])


KERNELS = torch.library.Library("cadence", "IMPL", "CPU")
for name in reference.get_registered_ref_implementations():
    if name.startswith(("quantized_linear", "quantized_fully_connected", "quantized_matmul", "quantized_relu")):
        KERNELS.impl(name, with_sign_of_kernels(name))


def export_cadence(model, cases, quantiser=None):
    """Quantises with all cases, if there is a quantiser; returns the program and the outputs."""
    model.eval()
    traced = compiler.quantize_pt2(model, cases[0], quantiser, cases) if quantiser else compiler.trace(model, cases[0])
    edge = compiler.apply_exir_ops_passes(CompileMode.DEFAULT, compiler._lower_ep_to_edge(traced))
    exported = edge.exported_program().module(check_guards=False)
    with torch.no_grad():
        outputs = [[o.clone() for o in tree_flatten(exported(*case))[0]] for case in cases]
    planning = CadenceMemoryPlanning(compiler.get_default_memory_config(), mode=CompileMode.DEFAULT, mem_algo=0)
    return edge.to_executorch(ExecutorchBackendConfig(memory_planning_pass=planning, to_out_var_pass=ToOutVarPass())), outputs


def is_near(output, wanted):
    """Whether it is what quantising leaves of it."""
    return torch.corrcoef(torch.stack((output.flatten(), wanted.flatten())))[0, 1] > 0.9


def make_cadence(c, inputs):
    """For the case tables. quantiser: its class."""
    model = c.function if isinstance(c.function, torch.nn.Module) else Call(c.function)
    quantiser = c.options.get("quantiser")
    program, outputs = export_cadence(model, inputs, quantiser and quantiser())
    if quantiser:
        with torch.no_grad():
            assert all(is_near(output[0], model(*case)) for output, case in zip(outputs, inputs)), "the reference computes something else"
    return program, outputs
