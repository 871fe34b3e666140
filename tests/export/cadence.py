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


def export_cadence(model, cases, quantised=True):
    """Quantises with all cases; returns the program and the outputs."""
    model.eval()
    traced = compiler.quantize_pt2(model, cases[0], calibration_data=cases) if quantised else compiler.trace(model, cases[0])
    edge = compiler.apply_exir_ops_passes(CompileMode.DEFAULT, compiler._lower_ep_to_edge(traced))
    reference = edge.exported_program().module(check_guards=False)
    with torch.no_grad():
        outputs = [[o.clone() for o in tree_flatten(reference(*case))[0]] for case in cases]
    planning = CadenceMemoryPlanning(compiler.get_default_memory_config(), mode=CompileMode.DEFAULT, mem_algo=0)
    return edge.to_executorch(ExecutorchBackendConfig(memory_planning_pass=planning, to_out_var_pass=ToOutVarPass())), outputs


def make_cadence(c, inputs):
    """For the case tables."""
    model = c.function if isinstance(c.function, torch.nn.Module) else Call(c.function)
    return export_cadence(model, inputs, **c.options)
