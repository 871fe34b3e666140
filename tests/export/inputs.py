# SPDX-License-Identifier: 0BSD
"""Test inputs from short texts: "2x3", "i8 2x3", "i64 4 <7" (values from 0 to 6), "5 >0" (positive), "nhwc 1x2x3x4"
(channels last), or a tensor as it is."""
import math

import torch

DTYPES = {"f32": torch.float32, "f64": torch.float64, "f16": torch.float16, "bf16": torch.bfloat16, "u8": torch.uint8,
          "i8": torch.int8, "i16": torch.int16, "i32": torch.int32, "i64": torch.int64, "bool": torch.bool,
          "c32": torch.complex32, "c64": torch.complex64, "c128": torch.complex128}


def parse(text):
    dtype, shape, limit = torch.float32, (), ""
    for word in text.split():
        if word in DTYPES:
            dtype = DTYPES[word]
        elif word[0] in "<>":
            limit = word
        else:
            shape = tuple(int(n) for n in word.split("x") if n)
    return dtype, shape, limit


def typical(spec):
    """Random values of ordinary size."""
    if not isinstance(spec, str):
        return spec
    if spec.startswith("nhwc "):
        return typical(spec[5:]).to(memory_format=torch.channels_last)
    dtype, shape, limit = parse(spec)
    if dtype.is_floating_point or dtype.is_complex:
        value = torch.randn(shape, dtype=torch.complex64 if dtype.is_complex else torch.float32) * 2
        return (value.abs() + 0.1 if limit else value).to(dtype)
    if dtype == torch.bool:
        return torch.rand(shape) < 0.5
    if limit:
        return torch.randint(0, int(limit[1:]), shape).to(dtype)
    if dtype in (torch.int8, torch.uint8):
        return torch.randint(torch.iinfo(dtype).min, torch.iinfo(dtype).max + 1, shape).to(dtype)
    return torch.randint(-50, 51, shape).to(dtype)


def special(dtype):
    """The values that break kernels: NaN, infinities, zeros of both signs, extremes, a subnormal, ties."""
    if dtype == torch.bool:
        return [False, True]
    info = torch.finfo(dtype) if dtype.is_floating_point else torch.iinfo(dtype)
    if dtype.is_floating_point:
        return [math.nan, math.inf, -math.inf, 0.0, -0.0, info.max, info.min, info.tiny / 4, 0.5, -2.5]
    return sorted({info.min, info.max, 0, 1, info.min + 1, 7, 2})


def edges(spec, period):
    """Special values in turn; operands with different periods meet in every pair."""
    if not isinstance(spec, str):
        return spec
    dtype, shape, limit = parse(spec)
    if limit or dtype.is_complex:
        return typical(spec)
    values = torch.tensor(special(dtype), dtype=torch.float64 if dtype.is_floating_point else torch.int64).to(dtype)
    index = torch.arange(math.prod(shape)) // period % len(values)
    return values[index].reshape(shape)


def make_cases(specs, with_edges):
    """Two random cases; for elementwise operators a third made of special values."""
    cases = [tuple(typical(s) for s in specs) for _ in range(2)]
    if with_edges:
        period, row = 1, []
        for s in specs:
            row.append(edges(s, period))
            if isinstance(s, str):
                period *= len(special(parse(s)[0]))
        cases.append(tuple(row))
    return cases
