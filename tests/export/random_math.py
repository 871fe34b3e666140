# SPDX-License-Identifier: 0BSD
"""Steps of random programs: elementwise operators and reductions."""
import torch
from random_maker import ANY, BOOL, F32, FLOATS, INTS, NUMBERS, Skip
from random_steps import PLAIN, STEPS, WIDE, add, axes, scalar, step
from torch.nn import functional as F

aten = torch.ops.aten

# ---- elementwise: no rounding ----

for f in (torch.abs, torch.neg, torch.relu, torch.sign):
    add(STEPS, f.__name__, lambda m, f=f: m.apply(f, m.pick(NUMBERS, exact=f is torch.sign), exact=True))
for f in (torch.floor, torch.ceil, torch.trunc, torch.round):
    add(STEPS, f.__name__, lambda m, f=f: m.apply(f, m.pick(FLOATS, exact=True), exact=True))
for f in (torch.isnan, torch.isinf):
    add(STEPS, f.__name__, lambda m, f=f: m.apply(f, m.pick(NUMBERS), exact=True))
add(STEPS, "bitwise_not", lambda m: m.apply(torch.bitwise_not, m.pick(INTS + BOOL)))
add(STEPS, "logical_not", lambda m: m.apply(torch.logical_not, m.pick(exact=True)))
for f in (torch.logical_and, torch.logical_or, torch.logical_xor):
    add(STEPS, f.__name__, lambda m, f=f: m.apply(f, a := m.pick(exact=True), m.partner(a, ANY, exact=True)))


@step
def clamp(m):
    a = m.pick(NUMBERS)
    low, high = sorted([scalar(m, a), scalar(m, a)])
    options = m.choice(({"min": low, "max": high}, {"min": low}, {"max": high}))
    m.apply(lambda x: torch.clamp(x, **options), a, exact=True)


@step
def clamp_tensor(m):
    a = m.pick(NUMBERS)
    m.apply(lambda x, low, high: torch.clamp(x, low, high), a, m.partner(a), m.partner(a), exact=True)


@step
def hardtanh(m):
    low = m.number(-3, 0)
    m.apply(lambda x: F.hardtanh(x, low, low + 2.5), m.pick(FLOATS), exact=True)


@step
def leaky_relu(m):
    m.apply(lambda x: F.leaky_relu(x, 0.125), m.pick(FLOATS), exact=True)


for f in (torch.add, torch.sub):
    def arithmetic(m, f=f):
        a = m.pick(NUMBERS if f is torch.sub else ANY)
        alpha = 1 if a.dtype == torch.bool else scalar(m, a)
        m.apply(lambda x, y: f(x, y, alpha=alpha), a, m.partner(a), exact=True)

    def arithmetic_scalar(m, f=getattr(aten, f.__name__).Scalar):
        a = m.pick(NUMBERS)
        n, alpha = scalar(m, a), scalar(m, a)
        m.apply(lambda x: f(x, n, alpha), a, exact=True)

    add(STEPS, f.__name__, arithmetic)
    add(STEPS, f"{f.__name__}_scalar", arithmetic_scalar)
for f in (torch.mul, torch.minimum, torch.maximum):
    add(STEPS, f.__name__, lambda m, f=f: m.apply(f, a := m.pick(), m.partner(a), exact=True))


@step
def mixed(m):
    """Two types meet."""
    a = m.pick(NUMBERS)
    b = m.partner(a, tuple(d for d in ANY if d != a.dtype))
    m.apply(m.choice((torch.add, torch.mul, torch.maximum, lambda x, y: x - y if y.dtype != torch.bool else x * y)), a, b,
            exact=True)


@step
def mul_scalar(m):
    a = m.pick(NUMBERS)
    n = m.choice((scalar(m, a), 0.5))
    m.apply(m.choice((lambda x: aten.mul.Scalar(x, n), lambda x: x * n)), a, exact=True)


@step
def rsub_scalar(m):
    a = m.pick(NUMBERS)
    n = scalar(m, a)
    m.apply(lambda x: aten.rsub.Scalar(x, n), a, exact=True)


for name in ("eq", "ne", "lt", "le", "gt", "ge"):
    f = getattr(torch, name)
    add(STEPS, name, lambda m, f=f: m.apply(f, a := m.pick(exact=True), m.partner(a, exact=True), exact=True))

    def compare_scalar(m, f=f):
        a = m.pick(NUMBERS, exact=True)
        n = scalar(m, a)
        m.apply(lambda x: f(x, n), a, exact=True)

    add(STEPS, f"{name}_scalar", compare_scalar)
for name in ("bitwise_and", "bitwise_or", "bitwise_xor"):
    f = getattr(torch, name)
    add(STEPS, name, lambda m, f=f: m.apply(f, a := m.pick(INTS + BOOL), m.partner(a)))

    def bitwise_scalar(m, f=f):
        n = m.rng.randint(0, 63)
        m.apply(lambda x: f(x, n), m.pick(INTS))

    add(STEPS, f"{name}_scalar", bitwise_scalar)
for name in ("bitwise_left_shift", "bitwise_right_shift"):
    f = getattr(torch, name)
    add(STEPS, name, lambda m, f=f: m.apply(f, a := m.pick(INTS), m.partner(a, low=0, high=5)))

    def shift_scalar(m, f=f):
        n = m.rng.randint(0, 5)
        m.apply(lambda x: f(x, n), m.pick(INTS))

    add(STEPS, f"{name}_scalar", shift_scalar)


@step
def where(m):
    a = m.pick(NUMBERS)
    condition = m.partner(a, BOOL)
    m.apply(torch.where, condition, a, m.partner(a), exact=True)


@step
def where_number(m):
    a, n = m.pick(FLOATS, exact=True), m.number()
    m.apply(lambda x: torch.where(x > n, x, n), a, exact=True)


@step
def masked_fill(m):
    a = m.pick(NUMBERS)
    n = scalar(m, a)
    m.apply(lambda x, y: x.masked_fill(y, n), a, m.partner(a, BOOL), exact=True)


# ---- elementwise: divisions ----


def nonzero(m, v):
    """Another value without zeros."""
    w = m.partner(v, exact=True)
    return m.apply(lambda x: x.abs().clamp(1, 8), w, exact=True)


@step
def div(m):
    a = m.pick(NUMBERS)
    m.apply(torch.div, a, nonzero(m, a))


@step
def div_scalar(m):
    n = m.choice((3, 0.7, 4, -2.5))
    m.apply(m.choice((lambda x: aten.div.Scalar(x, n), lambda x: x / n)), m.pick(NUMBERS))


for mode in ("floor", "trunc"):
    def div_mode(m, mode=mode):
        a = m.pick(NUMBERS, exact=True)
        m.apply(lambda x, y: torch.div(x, y, rounding_mode=mode), a, nonzero(m, a), exact=True)

    def div_scalar_mode(m, mode=mode):
        a = m.pick(NUMBERS, exact=True)
        n = m.choice((3, -4)) if a.dtype != torch.uint8 else 3
        m.apply(lambda x: aten.div.Scalar_mode(x, n, rounding_mode=mode), a, exact=True)

    add(STEPS, f"div_{mode}", div_mode)
    add(STEPS, f"div_scalar_{mode}", div_scalar_mode)
add(STEPS, "floor_divide", lambda m: m.apply(torch.floor_divide, a := m.pick(NUMBERS, exact=True), nonzero(m, a), exact=True))
add(STEPS, "fmod", lambda m: m.apply(torch.fmod, a := m.pick(NUMBERS, exact=True), nonzero(m, a), exact=True))
add(STEPS, "fmod_scalar", lambda m: m.apply(lambda x: aten.fmod.Scalar(x, 3), m.pick(NUMBERS, exact=True), exact=True))
# of integers, the runtime's has C's sign
add(STEPS, "remainder", lambda m: m.apply(torch.remainder, a := m.pick(FLOATS, exact=True), nonzero(m, a), exact=True))
add(STEPS, "remainder_scalar",
    lambda m: m.apply(lambda x: aten.remainder.Scalar(x, 3), m.pick(FLOATS, exact=True), exact=True))


# ---- elementwise: smooth ----

for name, low, high in (
        ("sin", -9, 9), ("cos", -9, 9), ("tan", -1, 1), ("tanh", -9, 9), ("sigmoid", -9, 9), ("exp", -9, 3), ("expm1", -9, 3),
        ("log", 0.25, 64), ("log1p", -0.5, 64), ("log2", 0.25, 64), ("log10", 0.25, 64), ("sqrt", 0.25, 64),
        ("rsqrt", 0.25, 64), ("reciprocal", 0.25, 64), ("erf", -9, 9), ("asin", -0.75, 0.75), ("acos", -0.75, 0.75),
        ("atan", -9, 9), ("sinh", -3, 3), ("cosh", -3, 3), ("asinh", -9, 9), ("acosh", 1.5, 9), ("atanh", -0.75, 0.75)):
    f = getattr(torch, name)
    add(STEPS, name, lambda m, f=f, low=low, high=high: m.apply(f, m.pick(FLOATS, low=low, high=high)))
    add(STEPS, f"{name}_integer", lambda m, f=f, low=low, high=high: m.apply(
        f, m.pick(INTS, where=lambda v: v.within(low, high))))
for n, f in enumerate((F.gelu, lambda x: F.gelu(x, approximate="tanh"), F.silu, F.hardswish, F.hardsigmoid, F.mish, F.softplus)):
    add(STEPS, f"activation{n}", lambda m, f=f: m.apply(f, m.pick((F32,))))
add(STEPS, "elu", lambda m: m.apply(lambda x: F.elu(x, 1.5), m.pick(FLOATS)))
add(STEPS, "logit", lambda m: m.apply(torch.logit, m.pick(FLOATS, low=0.25, high=0.75)))
add(STEPS, "logit_eps", lambda m: m.apply(lambda x: torch.logit(x, 0.125), m.pick(FLOATS)))


@step
def atan2(m):
    a = m.pick(FLOATS, low=0.25, high=9)
    m.apply(torch.atan2, a, m.partner(a))


@step
def pow_tensor(m):
    a = m.pick(FLOATS, low=0.25, high=4)
    m.apply(torch.pow, a, m.partner(a, low=-2, high=2))


@step
def pow_number(m):
    n = m.choice((2, 3, 0.5, -1.5))
    m.apply(lambda x: x**n, m.pick(FLOATS, low=0.25, high=4))


@step
def pow_integer(m):
    m.apply(lambda x: x**2, m.pick(WIDE))


@step
def pow_base(m):
    n = m.choice((0.5, 2.5))
    m.apply(lambda x: n**x, m.pick(FLOATS, low=-3, high=3))


# ---- reductions ----


def reduced(name, function, dtypes, **options):
    def f(m):
        a = m.pick(dtypes, (1,), exact=options.get("jumps", False))
        where, keep = axes(m, a)
        m.apply(lambda x: function(x, where, keep), a, exact=options.get("exact", True), sums=options.get("sums", False))
    add(STEPS, name, f)


reduced("sum", torch.sum, ANY, sums=True)
reduced("mean", torch.mean, FLOATS, exact=False)
reduced("amax", torch.amax, NUMBERS)
reduced("amin", torch.amin, NUMBERS)
reduced("sum_dtype", lambda x, d, k: x.sum(d, k, dtype=F32), NUMBERS, sums=True)
reduced("any_dims", lambda x, d, k: x.any(d, k), ANY, jumps=True)
reduced("var_zero", lambda x, d, k: torch.var(x, d, correction=0, keepdim=k), PLAIN, exact=False)
reduced("var", lambda x, d, k: torch.var(torch.cat([x, x], d[0]), d, correction=1, keepdim=k), PLAIN, exact=False)
reduced("var_mean", lambda x, d, k: torch.var_mean(x, d, correction=0, keepdim=k), (F32,), exact=False)


def along(name, function, dtypes, **options):
    def f(m):
        a = m.pick(dtypes, (1,), exact=options.get("jumps", False))
        axis, keep = m.axis(a) - (a.rank if m.chance(0.3) else 0), m.chance(0.4)
        m.apply(lambda x: function(x, axis, keep), a, exact=options.get("exact", True), sums=options.get("sums", False))
    add(STEPS, name, f)


along("argmax", torch.argmax, NUMBERS, jumps=True)
along("argmin", torch.argmin, NUMBERS, jumps=True)
along("max_dim", lambda x, d, k: tuple(torch.max(x, d, k)), NUMBERS, jumps=True)
along("min_dim", lambda x, d, k: tuple(torch.min(x, d, k)), NUMBERS, jumps=True)
along("any", torch.any, ANY, jumps=True)
along("all", torch.all, ANY, jumps=True)
along("prod", lambda x, d, k: x.clamp(-2, 2).prod(d, k), NUMBERS, exact=False)
along("cumsum", lambda x, d, k: x.cumsum(d), NUMBERS, sums=True)
along("softmax", lambda x, d, k: x.softmax(d), FLOATS, exact=False)
along("log_softmax", lambda x, d, k: x.log_softmax(d), FLOATS, exact=False)
along("softmin", lambda x, d, k: F.softmin(x, d), (F32,), exact=False)
along("logsumexp", lambda x, d, k: x.logsumexp(d, k), (F32,), exact=False)
for f in (torch.max, torch.min, torch.argmax, torch.argmin, torch.any, torch.sum, torch.mean, torch.all):
    add(STEPS, f"{f.__name__}_all", lambda m, f=f: m.apply(f, m.pick(
        FLOATS if f is torch.mean else NUMBERS, (1,), exact=f not in (torch.mean, torch.sum)),
        exact=f is not torch.mean, sums=f is torch.sum))
add(STEPS, "prod_all", lambda m: m.apply(lambda x: x.clamp(-1.5, 1.5).prod(), m.pick(PLAIN, (1,))))


@step
def topk(m):
    a = m.pick(NUMBERS, (1,), exact=True)
    axis = m.axis(a, least=1)
    # among equals, the order is nobody's promise
    if any(len(row.unique()) < len(row) for t in a.tensors for row in t.movedim(axis, -1).reshape(-1, t.shape[axis])):
        raise Skip
    k, largest = m.rng.randint(1, min(t.shape[axis] for t in a.tensors)), m.chance(0.5)
    m.apply(lambda x: tuple(x.topk(k, axis, largest)), a, exact=True)
