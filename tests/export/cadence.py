# SPDX-License-Identifier: 0BSD
"""Exports by the wheel's Cadence compiler; its runtime lacks the kernels, so the compiler's Python reference answers."""
import logging
import typing

import torch
import typing_extensions

typing.override = typing_extensions.override  # the compiler imports it from there, where Python 3.11 lacks it

import executorch.backends.cadence.aot.ref_implementations  # noqa: E402, F401  (answers)
from executorch.backends.cadence.aot import compiler  # noqa: E402
from executorch.backends.cadence.aot.memory_planning import CadenceMemoryPlanning  # noqa: E402
from executorch.backends.cadence.aot.pass_utils import CompileMode  # noqa: E402
from executorch.exir import ExecutorchBackendConfig  # noqa: E402
from executorch.exir.passes import ToOutVarPass  # noqa: E402
from oracle import Call  # noqa: E402
from torch.utils._pytree import tree_flatten  # noqa: E402

logging.disable(logging.WARNING)


MULTIPLIER = {"quantized_linear": 5, "quantized_fully_connected": 5, "quantized_matmul": 5, "quantized_relu": 3}  # which argument


def for_reference(graph):
    """The compiler makes multipliers for its kernels; the reference's have the other sign (docs/numerics.md)."""
    for node in graph.nodes:
        at = MULTIPLIER.get(getattr(node.target, "__name__", "").removeprefix("cadence.").partition(".")[0])
        if at:
            node.update_arg(at, -node.args[at])


def export_cadence(model, cases, quantiser=None, as_exported=False):
    """Quantises with all cases, if there is a quantiser; returns the program and the outputs."""
    model.eval()
    traced = compiler.quantize_pt2(model, cases[0], quantiser, cases) if quantiser else compiler.trace(model, cases[0])
    edge = compiler.apply_exir_ops_passes(CompileMode.DEFAULT, compiler._lower_ep_to_edge(traced))
    if not as_exported:
        for_reference(edge.exported_program().graph)
    reference = edge.exported_program().module(check_guards=False)
    with torch.no_grad():
        outputs = [[o.clone() for o in tree_flatten(reference(*case))[0]] for case in cases]
    planning = CadenceMemoryPlanning(compiler.get_default_memory_config(), mode=CompileMode.DEFAULT, mem_algo=0)
    return edge.to_executorch(ExecutorchBackendConfig(memory_planning_pass=planning, to_out_var_pass=ToOutVarPass())), outputs


def is_near(output, wanted):
    """Whether it is what quantising leaves of it."""
    return torch.corrcoef(torch.stack((output.flatten(), wanted.flatten())))[0, 1] > 0.9


def make_cadence(c, inputs):
    """For the case tables. quantiser: its class."""
    model = c.function if isinstance(c.function, torch.nn.Module) else Call(c.function)
    options = dict(c.options)
    quantiser = options.pop("quantiser", None)
    program, outputs = export_cadence(model, inputs, quantiser and quantiser(), **options)
    if quantiser and not options.get("as_exported"):
        with torch.no_grad():
            assert all(is_near(output[0], model(*case)) for output, case in zip(outputs, inputs)), "the reference computes something else"
    return program, outputs
