# SPDX-License-Identifier: 0BSD
"""An ExportedProgram of PyTorch becomes a program of ExecuTorch, by the executorch package."""
from __future__ import annotations

from typing import Any, Callable, Sequence


def _portable(program: Any, calibration: Sequence[tuple[Any, ...]] | None) -> Any:
    from executorch.exir import to_edge

    return to_edge(program).to_executorch()


def _xnnpack(program: Any, calibration: Sequence[tuple[Any, ...]] | None) -> Any:
    from executorch.backends.xnnpack.partition.xnnpack_partitioner import XnnpackPartitioner
    from executorch.exir import to_edge_transform_and_lower

    return to_edge_transform_and_lower(program, partitioner=[XnnpackPartitioner()]).to_executorch()


def _channels_last(inputs: tuple[Any, ...]) -> tuple[Any, ...]:
    import torch

    return tuple(x.to(memory_format=torch.channels_last) if isinstance(x, torch.Tensor) and x.dim() == 4 else x
                 for x in inputs)


def _quantised(program: Any, calibration: Sequence[tuple[Any, ...]]) -> Any:
    import torch
    from executorch.backends.cortex_m.quantizer.quantizer import CortexMQuantizer
    from torchao.quantization.pt2e.quantize_pt2e import convert_pt2e, prepare_pt2e

    # The quantiser leaves convolutions of images alone whose channels do not lie side by side.
    cases = [_channels_last(tuple(inputs)) for inputs in calibration]
    traced = torch.export.export(program.module(check_guards=False), cases[0], strict=True)
    prepared = prepare_pt2e(traced.module(check_guards=False), CortexMQuantizer())
    for inputs in cases:
        prepared(*inputs)
    return torch.export.export(convert_pt2e(prepared, fold_quantize=True), cases[0])


def _cortex_m(program: Any, calibration: Sequence[tuple[Any, ...]] | None) -> Any:
    if not calibration:
        raise TypeError("lower='cortex_m' quantises: it needs calibration=[(input, ...), ...]")
    from executorch.backends.cortex_m.edge_compile_config import cortex_m_edge_compile_config
    from executorch.backends.cortex_m.passes.cortex_m_pass_manager import CortexMPassManager
    from executorch.backends.cortex_m.target_config import CortexM, CortexMTargetConfig
    from executorch.exir import to_edge

    edge = to_edge(_quantised(program, calibration), compile_config=cortex_m_edge_compile_config())
    passes = CortexMPassManager(edge.exported_program(), CortexMPassManager.pass_list,
                                target_config=CortexMTargetConfig(cpu=CortexM.M33))
    edge._edge_programs["forward"] = passes.transform()
    return edge.to_executorch()


_WAYS: dict[str, Callable[[Any, Sequence[tuple[Any, ...]] | None], Any]] = {
    "portable": _portable, "xnnpack": _xnnpack, "cortex_m": _cortex_m}


def lower(program: Any, way: str, calibration: Sequence[tuple[Any, ...]] | None) -> bytes:
    """Returns the bytes of the ``.pte`` file."""
    if way not in _WAYS:
        raise TypeError(f"lower={way!r} is not one of {', '.join(map(repr, _WAYS))}")
    if calibration is not None and way != "cortex_m":
        raise TypeError(f"'calibration' is for lower='cortex_m'; lower={way!r} quantises nothing")
    try:
        return bytes(_WAYS[way](program, calibration).buffer)
    except ModuleNotFoundError as error:
        raise ModuleNotFoundError(f"lower={way!r} needs the package executorch, which lacks {error.name!r} here: "
                                  "pip install executorch", name=error.name) from error
