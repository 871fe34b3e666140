# SPDX-License-Identifier: 0BSD
"""Cases whose shapes have letters for sizes that are known when the method is called:

    sizes = cases_at(N=(4, 1), M=(3, 5))  # of each call; the first is exported
    sizes("abs.out", torch.abs, "NxM")"""
import re

import torch
from case import case
from oracle import KERNELS
from torch.export import Dim

SYMBOL = re.compile(r"(\d*)([A-Z])")  # "2N": twice as many as N


def extents_of(spec):
    """A match for each axis that is dynamic."""
    shape = next((word for word in spec.split() if SYMBOL.search(word)), "") if isinstance(spec, str) else ""
    return {axis: match for axis, n in enumerate(shape.split("x")) if (match := SYMBOL.fullmatch(n))}


def cases_at(**extents):
    symbols = {letter: Dim(f"size_{letter}", min=min(n), max=max(n)) for letter, n in extents.items()}

    def of_call(spec, call):
        if not isinstance(spec, str):
            return spec
        return SYMBOL.sub(lambda m: str(int(m[1] or 1) * extents[m[2]][call]), spec)

    def dims(spec):
        return {axis: symbols[m[2]] * int(m[1]) if m[1] else symbols[m[2]] for axis, m in extents_of(spec).items()} or None

    def sizes(operator, function, *specs, name=None, **options):
        """specs: as of case(), with letters for sizes. PyTorch answers where the runtime has no kernel."""
        if "::" not in operator:
            operator = f"aten::{operator}"
        name = name or operator.split("::")[1].removesuffix("out").strip("_.").replace(".", "_").lower()
        if operator not in KERNELS and "make" not in options:
            options = {"eager": True, "_check_ir_validity": False, **options}
        calls = [tuple(of_call(spec, call) for spec in specs) for call in range(len(next(iter(extents.values()))))]
        shapes = tuple(map(dims, specs))
        if not isinstance(function, torch.nn.Module):
            shapes = (shapes,)
        case(f"{name}_sizes", operator, function, *calls[0], more=calls[1:], dynamic_shapes=shapes, **options)

    return sizes
