# SPDX-License-Identifier: 0BSD
"""Exports to the cortex_m operators; the wheel's runtime lacks their kernels, so its Python reference answers."""
import torch
from executorch.backends.cortex_m.edge_compile_config import cortex_m_edge_compile_config
from executorch.backends.cortex_m.passes.cortex_m_pass_manager import CortexMPassManager
from executorch.backends.cortex_m.quantizer.quantizer import CortexMQuantizer
from executorch.backends.cortex_m.target_config import CortexM, CortexMTargetConfig
from executorch.backends.transforms.duplicate_dynamic_quant_chain import DuplicateDynamicQuantChainPass
from executorch.exir import to_edge
from oracle import Call
from torch.utils._pytree import tree_flatten
from torchao.quantization.pt2e.quantize_pt2e import convert_pt2e, prepare_pt2e


def channels_last(case):
    return tuple(x.to(memory_format=torch.channels_last) if x.dim() == 4 else x for x in case)


def export_cortex_m(model, cases, calibration, cpu=CortexM.M33):
    """Quantises with the first `calibration` cases, so that others may saturate; returns the program and the outputs."""
    traced = torch.export.export(model.eval(), cases[0], strict=True).module(check_guards=False)
    m = prepare_pt2e(traced, CortexMQuantizer())
    for c in cases[:calibration]:
        m(*c)
    m = convert_pt2e(m, fold_quantize=True)
    DuplicateDynamicQuantChainPass()(m)
    edge = to_edge(torch.export.export(m, cases[0]), compile_config=cortex_m_edge_compile_config())
    passes = CortexMPassManager(edge.exported_program(), CortexMPassManager.pass_list,
                                target_config=CortexMTargetConfig(cpu=cpu))
    edge._edge_programs["forward"] = passes.transform()
    reference = edge.exported_program().module(check_guards=False)
    with torch.no_grad():
        outputs = [[o.clone() for o in tree_flatten(reference(*c))[0]] for c in cases]
    return edge.to_executorch(), outputs


def make_cortex_m(c, inputs):
    """For the case tables: the given cases, and the first one three times as large."""
    inputs.append(tuple(3 * x for x in inputs[0]))
    inputs[:] = [channels_last(case) for case in inputs]
    model = c.function if isinstance(c.function, torch.nn.Module) else Call(c.function)
    return export_cortex_m(model, inputs, len(inputs) - 1)
