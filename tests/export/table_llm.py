# SPDX-License-Identifier: 0BSD
"""Caches and attention of language models."""
import functools

import torch
from case import case
from llm import custom_sdpa, llama, make_llm, position
from torch.export import Dim

# ---- caches ----


def update(value, cache, start):
    llama.update_cache(value, cache, position(start, 4))
    return cache * 2


def update_at(value, cache, indices):
    llama.update_cache_with_indices(value, cache, 0, indices)
    return cache * 2


def update_at_2(value, cache):
    llama.update_cache(value, cache, 2)
    return cache * 2


UPDATE, INDICES = "llama::update_cache.out", "llama::update_cache_with_indices.out"
caching = functools.partial(case, make=make_llm)
caching("update_cache", UPDATE, update, "2x3x2x4", "2x6x2x4", "i64 1 <4")
caching("update_cache_one", UPDATE, update, "1x1x2x4", "1x6x2x4", "i64 1 <4")
caching("update_cache_i8", UPDATE, update, "i8 1x3x2x4", "i8 1x6x2x4", "i64 1 <4")
caching("update_cache_f16", UPDATE, update, "f16 1x3x2x4", "f16 1x6x2x4", "i64 1 <4")
caching("update_cache_fixed", UPDATE, update_at_2, "2x3x2x4", "2x6x2x4")
caching("update_cache_indices", INDICES, update_at, "2x3x2x4", "2x6x2x4", torch.tensor([[4, 0, 5], [1, 2, 0]]))
caching("update_cache_indices_again", INDICES, update_at, "i8 1x3x2x4", "i8 1x6x2x4", torch.tensor([[4, 0, 4]]))

# ---- attention: query, key, value [batch, tokens, heads, depth] ----


def attend(query, key, value, start, **options):
    return custom_sdpa(query, key, value, position(start, 5), **options)


def attend_masked(query, key, value, mask, start):
    return custom_sdpa(query, key, value, position(start, 5), mask)


def mask(rows, keys, first):
    """Which of the keys a query may see, as 0 or minus infinity; and a bias."""
    seen = torch.arange(keys) <= torch.arange(rows)[:, None] + first
    return torch.where(seen, torch.sin(torch.arange(rows * keys).reshape(rows, keys).float()), -torch.inf)


SDPA, START = "llama::custom_sdpa.out", "i64 1 <5"
GROUPED = "1x3x4x8", "1x8x2x8", "1x8x2x8"
for name, options in {"": {}, "_causal": {"causal": True}, "_scale": {"causal": True, "scale": 0.75}}.items():
    caching(f"custom_sdpa{name}", SDPA, functools.partial(attend, **options), *GROUPED, START)
causal = functools.partial(attend, causal=True)
caching("custom_sdpa_heads", SDPA, causal, "2x3x2x5", "2x8x2x5", "2x8x2x5", START)  # as many of keys; odd depth
caching("custom_sdpa_one_head", SDPA, causal, "1x3x4x6", "1x8x1x6", "1x8x1x6", START)
caching("custom_sdpa_decode", SDPA, causal, "1x1x4x8", "1x8x2x8", "1x8x2x8", START)
caching("custom_sdpa_prefill", SDPA, lambda q, k, v: custom_sdpa(q, k, v, 0, causal=True), "1x7x4x8", *GROUPED[1:])
caching("custom_sdpa_mask", SDPA, attend_masked, *GROUPED, mask(3, 8, 4), START)
caching("custom_sdpa_mask_late", SDPA, attend_masked, *GROUPED, mask(3, 8, 1).flip(1), START)  # no key at first
caching("custom_sdpa_mask_all", SDPA, attend_masked, *GROUPED, torch.full((3, 8), -torch.inf), START)
for dtype, args in ("f16", "--rtol 2e-3 --atol 2e-3"), ("bf16", "--rtol 2e-2 --atol 2e-2"):
    caching(f"custom_sdpa_{dtype}", SDPA, causal, *(f"{dtype} {x}" for x in GROUPED), START, args=args)
caching("custom_sdpa_dynamic", SDPA, causal, *GROUPED, START,
        dynamic_shapes=((({1: Dim("tokens", min=1, max=4)}, None, None, None)),))

# ---- bytes, each token of each head quantised by itself ----


def attend_quantised(query, key, value, *numbers, heads_first=False, causal=True, scale=None):
    *quantisation, start = numbers
    return llama.custom_quantized_sdpa(query, key, value, position(start, 5), None, 0.0, causal, scale, *quantisation,
                                       heads_first)


def attend_quantised_masked(query, key, value, *numbers):
    *quantisation, mask = numbers
    return llama.custom_quantized_sdpa(query, key, value, 0, mask, 0.0, False, None, *quantisation, False)


def quantised(*shapes):
    """Data, then a zero point and a scale for each token of each."""
    inputs = [f"i8 {shape}" for shape in shapes]
    for k, shape in enumerate(shapes, 1):
        tokens = shape[:shape.rindex("x")] + "x1"
        scale = torch.empty([int(n) for n in tokens.split("x")])
        inputs += [f"i8 {tokens}", torch.sin(torch.arange(scale.numel()).float()).reshape(scale.shape) * 0.005 + 0.01 * k]
    return inputs


Q8 = "llama::custom_quantized_sdpa.out"
caching("quantized_sdpa", Q8, attend_quantised, *quantised(*GROUPED), START)
caching("quantized_sdpa_all", Q8, functools.partial(attend_quantised, causal=False), *quantised(*GROUPED), START)
caching("quantized_sdpa_scale", Q8, functools.partial(attend_quantised, scale=0.75), *quantised(*GROUPED), torch.tensor([2]))
caching("quantized_sdpa_heads_first", Q8, functools.partial(attend_quantised, heads_first=True),
        *quantised("2x4x3x8", "2x2x8x8", "2x2x8x8"), START)
caching("quantized_sdpa_mask", Q8, attend_quantised_masked, *quantised(*GROUPED), mask(3, 8, 4))
caching("quantized_sdpa_decode", Q8, attend_quantised, *quantised("1x1x4x8", *GROUPED[1:]), START)
