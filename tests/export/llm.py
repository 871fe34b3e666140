# SPDX-License-Identifier: 0BSD
"""ExecuTorch's extension/llm: caches and attention. The wheel's runtime has no kernels for them; its library for PyTorch,
built from the same source, answers."""
import copy

import torch
from executorch.extension.llm.custom_ops import custom_ops  # noqa: F401  (registers the operators)
from oracle import lower
from torch.utils._pytree import tree_flatten

llama = torch.ops.llama


def position(start, most):
    """A number that the program reads from a tensor."""
    p = start.item()
    torch._check(p >= 0)
    torch._check(p < most)
    return p


def custom_sdpa(query, key, value, start, mask=None, causal=False, scale=None):
    args = query, key, value, start, mask, 0.0, causal, scale
    if torch.compiler.is_exporting():
        return llama.custom_sdpa(*args)
    return llama.custom_sdpa.out(*args, out=torch.empty_like(query))  # the other form always makes floats


def answer(function, inputs):
    """What a program of the function returns: first the inputs that it changes."""
    own = [x.clone() for x in inputs]
    results = tree_flatten(function(*own))[0]
    return [now for now, before in zip(own, inputs) if not torch.equal(now, before)] + results


def make_llm(c, inputs):
    program = lower(c.function, [x.clone() for x in inputs[0]], _check_ir_validity=False, **c.options)
    return program, [answer(copy.deepcopy(c.function), case) for case in inputs]
