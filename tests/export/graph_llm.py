# SPDX-License-Identifier: 0BSD
"""Caches that are state: PyTorch's module is called as often as the program."""
import functools

import torch
from executorch.exir.passes import MemoryPlanningPass
from graph_tools import Stateful, graph_case, lower_methods, write_answered
from llm import custom_sdpa, llama, position
from oracle import lower, write_bundle
from torch.export import Dim

OUT_OF_RANGE = 0x12
KEYS = 6  # positions of a cache


def caches(dtype=torch.float32, batch=1):
    return {name: torch.zeros(batch, KEYS, 2, 4, dtype=dtype) for name in ("keys", "values")}


def tokens(n, start, dtype=torch.float32, batch=1):
    """Query, key and value of n tokens, and where they are."""
    shapes = (batch, n, 4, 4), (batch, n, 2, 4), (batch, n, 2, 4)
    return *(torch.randn(s).to(dtype) for s in shapes), torch.tensor([start])


def write_decoder(folder, model, dtype=torch.float32, batch=1, args=""):
    """A prompt of two tokens, then one call more for two each, and positions that do not fit."""
    program = lower(model, tokens(2, 0, dtype, batch), _check_ir_validity=False).buffer

    def step(start):
        return "forward", tokens(2, start, dtype, batch)

    refused = [(*step(start), OUT_OF_RANGE) for start in (5, 6, -1, -2, 2**31, 2**63 - 1, -2**63)]
    write_answered(folder, program, {"forward": model}, step(0), step(2), *refused, step(4), step(1), "reset", step(0),
                   step(3))
    if args:
        with open(f"{folder}/args", "w") as f:
            f.write(args + "\n")


def with_cache(module, query, key, value, start, scale=None):
    return llama.sdpa_with_kv_cache(query, key, value, module.keys, module.values, position(start, KEYS), key.shape[1],
                                    None, 0.0, True, scale)


@graph_case
def sdpa_with_cache(folder):
    write_decoder(folder, Stateful(with_cache, **caches(batch=2)), batch=2)


@graph_case
def sdpa_with_cache_f16(folder):
    model = Stateful(functools.partial(with_cache, scale=0.75), **caches(torch.float16))
    write_decoder(folder, model, torch.float16, args="--rtol 2e-3 --atol 2e-3")


@graph_case
def sdpa_with_cache_mask(folder):
    """All of the cache is attended to, with a bias; what was never written is zeros."""
    def f(module, query, key, value, start):
        bias = (torch.arange(2 * KEYS).reshape(2, KEYS) % 5).float()
        return llama.sdpa_with_kv_cache(query, key, value, module.keys, module.values, position(start, KEYS), 2, bias)

    write_decoder(folder, Stateful(f, **caches()))


def write_and_attend(module, query, key, value, start):
    """As language models are exported: both caches are written, then read."""
    p = position(start, KEYS)
    llama.update_cache(key, module.keys, p)
    llama.update_cache(value, module.values, p)
    return custom_sdpa(query, module.keys, module.values, p, causal=True)


@graph_case
def update_cache_then_sdpa(folder):
    write_decoder(folder, Stateful(write_and_attend, **caches()))


def write_sizes(folder, model):
    """So many tokens a call as there are."""
    n = Dim("n", max=4)
    program = lower(model, tokens(3, 0), dynamic_shapes=(({1: n}, {1: n}, {1: n}, None),), _check_ir_validity=False).buffer
    write_answered(folder, program, {"forward": model}, *(("forward", tokens(*x)) for x in ((3, 0), (1, 3), (2, 4))),
                   *(("forward", tokens(*x), OUT_OF_RANGE) for x in ((3, 4), (1, 6), (4, -1))), ("forward", tokens(4, 1)))


@graph_case
def update_cache_dynamic(folder):
    write_sizes(folder, Stateful(write_and_attend, **caches()))


@graph_case
def sdpa_with_cache_sizes(folder):
    write_sizes(folder, Stateful(with_cache, **caches()))


@graph_case
def custom_sdpa_outside(folder):
    """Positions at which the queries have no keys of their own."""
    model = Stateful(lambda module, query, key, value, start: custom_sdpa(query, key, value, position(start, 4)))

    def step(start):
        return "forward", (torch.randn(1, 2, 4, 4), torch.randn(1, 5, 2, 4), torch.randn(1, 5, 2, 4), torch.tensor([start]))

    program = lower(model, step(1)[1], _check_ir_validity=False).buffer
    refused = [(*step(start), OUT_OF_RANGE) for start in (4, 5, -1, -2, 2**31, 2**32, 2**63 - 1, -2**63)]
    write_answered(folder, program, {"forward": model}, step(0), *refused, step(3))


@graph_case
def update_cache_ring(folder):
    """Positions that the caller computes; one outside spoils none of the others."""
    def f(module, value, indices):
        llama.update_cache_with_indices(value, module.cache, 0, indices)
        return module.cache * 1

    model = Stateful(f, cache=torch.zeros(2, 5, 2, 3))

    def step(*rows):
        return "forward", (torch.randn(2, 2, 2, 3), torch.tensor(rows))

    program = lower(model, step([0, 1], [0, 1])[1], _check_ir_validity=False).buffer
    refused = [(*step(rows, [0, 1]), OUT_OF_RANGE) for rows in ([3, 5], [-1, 0], [2**62, 0])]
    write_answered(folder, program, {"forward": model}, step([0, 1], [3, 4]), *refused, step([2, 4], [0, 0]),
                   (*step([0, 1], [1, 5]), OUT_OF_RANGE), step([4, 3], [1, 2]), "reset", step([1, 3], [2, 0]))


@graph_case
def update_cache_prompt(folder):
    """A prompt, then single tokens, by two methods over the same caches."""
    state = caches()
    models = {name: Stateful(write_and_attend, **state) for name in ("prompt", "token")}
    plan = MemoryPlanningPass(share_mutable_buffers=True)
    shapes = {"prompt": tokens(3, 0), "token": tokens(1, 3)}
    program = lower_methods({name: (models[name], shapes[name]) for name in models}, memory_planning_pass=plan,
                            emit_mutable_buffer_names=True).buffer
    write_answered(folder, program, models, ("prompt", tokens(3, 0)), *(("token", tokens(1, n)) for n in (3, 4, 5)),
                   ("token", tokens(1, 6), OUT_OF_RANGE), "reset", ("prompt", tokens(3, 0)), ("token", tokens(1, 3)))
