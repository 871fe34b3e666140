# SPDX-License-Identifier: 0BSD
"""The steps that random programs are made of are functions of a Maker, in the modules named below. Sizes, dtypes and
operands are drawn; what the operator cannot take is skipped."""
import torch
from random_maker import F32, F64

MODULES = "random_math", "random_move", "random_layers", "random_flow"
STEPS, CONTROL = {}, {}  # the second: of control flow and state
I32, I64 = torch.int32, torch.int64
WIDE = (torch.int16, I32, I64)
PLAIN = (F32, F64)


def add(table, name, function):
    assert name not in table, name
    table[name] = function


def step(function):
    add(STEPS, function.__name__, function)
    return function


def control(function):
    add(CONTROL, function.__name__, function)
    return function


def scalar(m, v):
    return m.number() if v.dtype.is_floating_point else m.rng.randint(1, 5)


def axes(m, v):
    """One axis or more, kept or not."""
    chosen = tuple(m.rng.sample(range(v.rank), m.rng.randint(1, v.rank)))
    return tuple(i - v.rank if m.chance(0.3) else i for i in chosen), m.chance(0.4)


def alike(m, v, count=1):
    """Further values of the same type and sizes."""
    same = [w for w in m.values if w.dtype == v.dtype and [t.shape for t in w.tensors] == [t.shape for t in v.tensors]]
    while len(same) <= count:
        same.append(m.input(v.dtype, [m.dim_of(v, i) for i in range(v.rank)]))
    return m.rng.sample(same, count)


def indices(m, most, dims, dtype=I64):
    return m.input(dtype, dims, most)
