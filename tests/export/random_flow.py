# SPDX-License-Identifier: 0BSD
"""Steps of random programs: sizes as numbers, control flow and state."""
import torch
from functorch.experimental.control_flow import map as map_rows
from random_maker import F32, F64, NUMBERS
from random_steps import CONTROL, I32, I64, add, alike, control, step
from torch._higher_order_ops.scan import scan

# ---- sizes as numbers ----


@step
def size_number(m):
    a = m.pick((F32, I64), (1,))
    axis = m.axis(a)
    m.apply(m.choice((
        lambda x: x * (x.shape[axis] % 3), lambda x: x + x.shape[axis] // 2, lambda x: x * (x.numel() - 2 * x.shape[axis]),
        lambda x: x + torch.full((x.shape[-1],), 2.0), lambda x: x[..., : x.shape[-1] // 2 + 1],
        lambda x: x - max(x.shape[axis], 3), lambda x: x + min(x.shape[axis] * 2, 5), lambda x: x * -x.shape[axis])),
        a, exact=True)


@step
def size_divided(m):
    a = m.pick((F32,), (1,))
    axis = m.axis(a)
    m.apply(lambda x: x.sum(axis) / x.shape[axis], a)


@step
def item(m):
    a = m.pick((F32, I64), exact=True)
    m.apply(lambda x: x * x.sum().to(I64).item(), a, exact=True)


# ---- control flow and state ----

SAME = {"float": (lambda x: x + 1, lambda x: x * 2, torch.neg, torch.sin, torch.relu, lambda x: x - x.clamp(-1, 1), torch.sigmoid,
                  lambda x: x.flip(0), lambda x: x.abs(), lambda x: (x * 0.5).tanh(), lambda x: x.cumsum(0) * 0.25,
                  lambda x: x.maximum(x * -2), lambda x: torch.cat([x, x])[: x.shape[0]], lambda x: x.softmax(0)),
        "integer": (lambda x: x + 1, lambda x: x * 2, torch.neg, torch.relu, lambda x: x - x.clamp(-1, 1), lambda x: x.flip(0),
                    lambda x: x.bitwise_xor(x * 3), lambda x: x.maximum(-x))}


def chain(m, v):
    """One to four operators that keep type and sizes."""
    fs = [m.choice(SAME["float" if v.dtype.is_floating_point else "integer"]) for _ in range(m.rng.randint(1, 4))]

    def f(x):
        for g in fs:
            x = g(x)
        return x
    return f


def predicate(m):
    """Of a value that no rounding changes."""
    a, n = m.pick((F32, I32, I64), (1,), exact=True), m.number(-2, 2)
    return a, m.choice((lambda x: x.abs().sum() * 0 + x.reshape(-1)[0] > n, lambda x: (x > n).any(), lambda x: x.amax() > n + 2))


def branching(name, make):
    def f(m):
        a = m.pick((F32, I32, I64), (1,))
        p, holds = predicate(m)
        make(m, a, p, holds)
    add(CONTROL, name, f)


def cond(m, a, p, holds):
    yes, no = chain(m, a), chain(m, a)
    m.apply(lambda x, p: torch.cond(holds(p), yes, no, (x,)), a, p)


def cond_two(m, a, p, holds):
    """Both results of a branch, and two operands."""
    yes, no = chain(m, a), chain(m, a)
    m.apply(lambda x, y, p: torch.cond(holds(p), lambda x, y: (yes(x) + y, no(y)), lambda x, y: (no(x), x - yes(y)), (x, y)),
            a, *alike(m, a), p)


def cond_nested(m, a, p, holds):
    f, g, h = chain(m, a), chain(m, a), chain(m, a)
    m.apply(lambda x, p: torch.cond(holds(p), lambda x, p: torch.cond(p.sum() > 0, f, g, (x,)), lambda x, p: h(x), (x, p)), a, p)


def cond_pass(m, a, p, holds):
    """One branch gives back what it got."""
    f = chain(m, a)
    m.apply(lambda x, p: torch.cond(holds(p), f, lambda x: x.clone(), (x,)) + x, a, p)


for f in (cond, cond_two, cond_nested, cond_pass):
    branching(f.__name__, f)


@control
def map_loop(m):
    a = m.fixed((F32,), (2,), most=3)
    f = chain(m, a)
    m.apply(lambda x: map_rows(lambda row: f(row) + row, x), a)


@control
def scan_loop(m):
    a = m.fixed((F32,), 2)
    m.apply(lambda x: scan(lambda c, row: (c * 0.5 + row, c - row), x[0] * 0, x)[1], a)


def stateful(name, update, dtypes=(F32, I64, I32, F64, torch.bool), exact=True):
    def f(m):
        a = m.fixed(dtypes, (1,), most=3)
        shape = [t.shape for t in a.tensors][0]
        first = m.random(a.dtype, shape) if m.chance(0.5) else torch.zeros(shape, dtype=a.dtype)
        m.state(update(m), first, a, exact=exact)
    add(CONTROL, name, f)


def assign(m):
    def f(s, x):
        before = s.clone()
        s.copy_(x)
        return before, s & x if s.dtype == torch.bool else s + x
    return f


def accumulate(m):
    def f(s, x):
        s.mul_(0.5 if s.dtype.is_floating_point else 2).add_(x)
        return s * 1
    return f


def write_row(m):
    def f(s, x):
        s[0] = x[-1]
        return s.clone()
    return f


def write_slice(m):
    def f(s, x):
        s[..., :1].copy_(x[..., -1:])
        s.narrow(0, s.shape[0] - 1, 1).add_(1)
        return s * 2
    return f


def write_twice(m):
    def f(s, x):
        s.add_(x)
        between = s * 2
        s.sub_(x.abs())
        return between, s - x
    return f


def write_index(m):
    def f(s, x):
        i = (x.reshape(-1)[:1].abs().to(I64)) % s.shape[0]
        s.index_put_((i,), x[:1])
        return s.clone()
    return f


def write_branch(m):
    def f(s, x):
        s.copy_(torch.cond(x.reshape(-1)[0] > 0, lambda s, x: s + x, lambda s, x: x - s, (s, x)))
        return s * 2
    return f


stateful("assign", assign)
stateful("accumulate", accumulate, (F32, I64), exact=False)
stateful("write_row", write_row, NUMBERS)
stateful("write_slice", write_slice, (F32, I64, I32))
stateful("write_twice", write_twice, (F32, I64, I32), exact=False)
stateful("write_index", write_index, (F32, I64))
stateful("write_branch", write_branch, (F32, I64), exact=False)
