# SPDX-License-Identifier: 0BSD
"""Steps of random programs: moving, making and picking elements."""
import torch
from random_maker import ANY, F32, FLOATS, NUMBERS, Skip
from random_steps import I32, I64, STEPS, WIDE, add, alike, axes, indices, step

aten = torch.ops.aten

# ---- moves ----


def moved(name, function, least=1, dtypes=ANY):
    add(STEPS, name, lambda m: m.apply(lambda x: function(x), m.pick(dtypes, (least,)), exact=True))


@step
def permute(m):
    a = m.pick(rank=(2,))
    order = m.rng.sample(range(a.rank), a.rank)
    m.apply(lambda x: x.permute(order), a, exact=True)


@step
def transpose(m):
    a = m.pick(rank=(2,))
    i, j = m.axis(a), m.axis(a)
    m.apply(m.choice((lambda x: x.transpose(i, j), lambda x: aten.transpose_copy(x, i, j))), a, exact=True)


add(STEPS, "t", lambda m: m.apply(aten.t_copy, m.pick(rank=2), exact=True))
moved("flatten", lambda x: x.reshape(-1))
moved("flatten_tail", lambda x: x.flatten(1), 3)
moved("flatten_head", lambda x: x.flatten(0, -2), 3)
moved("regroup", lambda x: x.reshape(x.shape[1], x.shape[0]), 2)
moved("squeeze", lambda x: x.unsqueeze(0).squeeze((0,)))
moved("squeeze_dim", lambda x: aten.squeeze_copy.dim(x.unsqueeze(1), 1))
moved("tril", lambda x: x.tril(-1), 2)
moved("triu", lambda x: x.triu(1), 2)
moved("clone", lambda x: x.clone())
moved("detach", aten.detach_copy)
moved("alias", aten.alias_copy)
moved("contiguous", lambda x: x.contiguous())
moved("full_like", lambda x: torch.full_like(x, 3) * x)
moved("zeros_like", lambda x: torch.zeros_like(x) + x)


@step
def reshape(m):
    a = m.fixed(ANY, (1,))
    n = a.tensors[0].numel()
    first = m.choice([d for d in range(1, n + 1) if n % d == 0])
    second = m.choice([d for d in range(1, n // first + 1) if n // first % d == 0])
    m.apply(lambda x: x.reshape(first, second, -1), a, exact=True)


@step
def unsqueeze(m):
    a = m.pick(most=3)
    axis = m.rng.randint(-a.rank - 1, a.rank)
    m.apply(lambda x: x.unsqueeze(axis), a, exact=True)


@step
def expand(m):
    a = m.pick(most=3)
    n = m.rng.randint(1, 3)
    m.apply(lambda x: x.expand(n, *x.shape), a, exact=True)


@step
def repeat(m):
    a = m.pick(rank=(1,), most=3)
    times = [m.rng.randint(1, 2) for _ in range(a.rank + m.chance(0.3))]
    m.apply(lambda x: x.repeat(times), a, exact=True)


@step
def flip(m):
    a = m.pick(rank=(1,))
    where, _ = axes(m, a)
    m.apply(lambda x: x.flip(where), a, exact=True)


@step
def roll(m):
    a = m.pick(rank=(1,))
    axis, n = m.axis(a), m.rng.randint(-3, 3)
    m.apply(lambda x: x.roll(n, axis), a, exact=True)


@step
def slice_axis(m):
    a = m.pick(rank=(1,))
    axis = m.axis(a)
    start, end, by = m.choice((0, 1, -2, -1)), m.choice((None, -1, 100, 3)), m.choice((1, 1, 2))
    m.apply(lambda x: x[(slice(None),) * axis + (slice(start, end, by),)], a, exact=True)


@step
def narrow(m):
    a = m.pick(rank=(1,))
    axis = m.axis(a, fixed=True, least=2)
    start = m.rng.randint(0, a.shape[axis] - 1)
    n = m.rng.randint(1, a.shape[axis] - start)
    m.apply(m.choice((lambda x: aten.narrow_copy(x, axis, start, n), lambda x: x.narrow(axis, start, n))), a, exact=True)


@step
def select(m):
    a = m.pick(rank=(1,))
    axis, i = m.axis(a), m.choice((0, -1))
    m.apply(lambda x: x.select(axis, i), a, exact=True)


@step
def diagonal(m):
    a = m.fixed(ANY, (2,))
    offset = m.rng.randint(-1, 1)
    m.apply(lambda x: x.diagonal(offset, -2, -1), a, exact=True)


@step
def as_strided(m):
    a = m.fixed(ANY, (1,))
    if a.tensors[0].numel() < 8:
        raise Skip
    m.apply(lambda x: aten.as_strided_copy(x.contiguous(), [2, 3], [3, 1], 1), a, exact=True)


@step
def unfold(m):
    a = m.fixed(ANY, (1,), most=3)
    axis = m.axis(a, least=3)
    n, by = m.rng.randint(1, 3), m.rng.randint(1, 2)
    m.apply(lambda x: aten.unfold_copy(x, axis, n, by), a, exact=True)


@step
def split(m):
    a = m.pick(rank=(1,))
    axis = m.axis(a, fixed=True, least=2)
    n = m.rng.randint(1, a.shape[axis] - 1)
    m.apply(m.choice((lambda x: x.split([n, x.shape[axis] - n], axis), lambda x: aten.split_copy.Tensor(x, n, axis)[:2],
                      lambda x: x.chunk(2, axis))), a, exact=True)


@step
def unbind(m):
    a = m.pick(rank=(2,))
    axis = m.axis(a, fixed=True)
    if a.shape[axis] > 4:
        raise Skip
    m.apply(m.choice((lambda x: aten.unbind_copy(x, axis), lambda x: x.unbind(axis))), a, exact=True)


@step
def cat(m):
    a = m.pick(rank=(1,))
    axis = m.axis(a)
    m.apply(lambda *x: torch.cat(x, axis), a, *alike(m, a, m.rng.randint(1, 2)), exact=True)


@step
def cat_parts(m):
    a, n = m.pick(rank=(1,)), 1
    axis = m.axis(a)
    m.apply(lambda x: torch.cat([x, x.narrow(axis, 0, n), x], axis), a, exact=True)


@step
def stack(m):
    a = m.pick(most=3)
    axis = m.rng.randint(0, a.rank)
    m.apply(lambda *x: torch.stack(x, axis), a, *alike(m, a, m.rng.randint(1, 2)), exact=True)


@step
def slice_scatter(m):
    a = m.pick(NUMBERS, (1,))
    axis = m.axis(a, fixed=True, least=2)
    n = a.shape[axis]
    m.apply(lambda x, y: torch.slice_scatter(x, y.narrow(axis, 0, n - 1), axis, 1, n), a, *alike(m, a), exact=True)


@step
def select_scatter(m):
    a = m.pick(NUMBERS, (1,))
    axis, i = m.axis(a), m.choice((0, -1))
    m.apply(lambda x, y: torch.select_scatter(x, y.select(axis, 0), axis, i), a, *alike(m, a), exact=True)


@step
def convert(m):
    dtype = m.choice(m.dtypes)
    a = m.pick(exact=not dtype.is_floating_point)
    if dtype == torch.uint8:
        a = m.apply(lambda x: x.abs() if x.dtype != torch.bool else x, a, exact=True)
    m.apply(lambda x: x.to(dtype), a, exact=True)


@step
def channels_last(m):
    a = m.pick(NUMBERS, 4)
    b = m.apply(lambda x: x.to(memory_format=torch.channels_last), a, exact=True)
    c = m.apply(m.choice((lambda x: x + x, lambda x: x * 0.5, torch.neg, torch.relu)), b, exact=True)
    m.apply(lambda x: x.to(memory_format=torch.contiguous_format), c, exact=True)


@step
def copy(m):
    a = m.pick(rank=(1,))
    m.apply(lambda x, y: aten.copy(x, y), a, *alike(m, a), exact=True)


for name, f in {"zeros": torch.zeros, "ones": torch.ones}.items():
    def filled(m, f=f):
        a = m.pick(FLOATS + WIDE, (1,))
        dtype = m.choice((F32, I64))
        m.apply(lambda x: f(*x.shape, dtype=dtype) + x, a, exact=True)
    add(STEPS, name, filled)


@step
def full(m):
    n = m.number()
    m.apply(lambda x: torch.full((2, x.shape[-1]), n) * x, m.pick(FLOATS + WIDE, (1,), most=1), exact=True)


@step
def fill(m):
    n = m.rng.randint(0, 5)
    m.apply(lambda x: aten.fill(x, n), m.pick(NUMBERS, (1,)), exact=True)


@step
def fill_tensor(m):
    a = m.pick((F32,))
    m.apply(lambda x, y: aten.fill.Tensor(x, y.reshape(-1)[0]), a, *alike(m, a), exact=True)


@step
def scalar_tensor(m):
    n = m.number()
    m.apply(lambda x: aten.scalar_tensor(n) + x, m.pick(FLOATS), exact=True)


@step
def arange(m):
    a = m.pick((F32, I64), (1,))
    m.apply(m.choice((lambda x: x + torch.arange(x.shape[-1]), lambda x: x * torch.arange(2, 2 + 3 * x.shape[-1], 3),
                      lambda x: x + torch.arange(0, x.shape[-1], dtype=F32) / 2)), a, exact=True)


# ---- by index ----


@step
def gather(m):
    a = m.pick(rank=(1,))
    axis = m.axis(a, fixed=True)
    dims = [m.dim_of(a, i) if i != axis else m.rng.randint(1, 5) for i in range(a.rank)]
    m.apply(lambda x, i: x.gather(axis, i), a, indices(m, a.shape[axis], dims), exact=True)


@step
def index_select(m):
    a = m.pick(rank=(1,))
    axis = m.axis(a, fixed=True)
    m.apply(lambda x, i: x.index_select(axis, i), a, indices(m, a.shape[axis], [m.rng.randint(1, 5)]), exact=True)


@step
def index(m):
    a = m.pick(rank=(2,))
    axis = m.axis(a, fixed=True)
    i = indices(m, a.shape[axis], m.dims_like(m.rng.randint(1, 2)), m.choice((I64, I32)))
    m.apply(lambda x, i: x[(slice(None),) * axis + (i,)], a, i, exact=True)


@step
def index_two(m):
    a = m.fixed(ANY, (2,))
    i, j = indices(m, a.shape[0], [3]), indices(m, a.shape[1], [1])
    m.apply(lambda x, i, j: x[i, j], a, i, j, exact=True)


@step
def index_put(m):
    a = m.pick(NUMBERS, (1,))
    axis = m.axis(a, fixed=True, least=2)
    # no place twice, unless what arrives there is added
    i = m.constant(torch.randperm(a.shape[axis], generator=m.generator())[:2])
    accumulate = m.chance(0.4)
    m.apply(lambda x, y, i: aten.index_put(x, [None] * axis + [i], y.narrow(axis, 0, 2), accumulate), a, *alike(m, a), i,
            exact=True)


@step
def scatter_add(m):
    a = m.fixed(NUMBERS, (1,))
    axis = m.axis(a)
    i = indices(m, a.shape[axis], list(a.shape))
    m.apply(lambda x, i, y: x.scatter_add(axis, i, y), a, i, *alike(m, a), exact=True, sums=True)


@step
def scatter(m):
    a = m.fixed(NUMBERS, (1,))
    axis = m.axis(a)
    order = torch.stack([torch.randperm(a.shape[axis], generator=m.generator())
                         for _ in range(a.tensors[0].numel() // a.shape[axis])])
    i = m.constant(order.reshape([n for k, n in enumerate(a.shape) if k != axis] + [a.shape[axis]]).movedim(-1, axis).contiguous())
    m.apply(lambda x, i, y: x.scatter(axis, i, y), a, i, *alike(m, a), exact=True)


@step
def scatter_value(m):
    a = m.fixed(NUMBERS, (1,))
    axis, n = m.axis(a), m.rng.randint(1, 5)
    m.apply(lambda x, i: x.scatter(axis, i, n), a, indices(m, a.shape[axis], list(a.shape)), exact=True)


@step
def masked_scatter(m):
    a = m.fixed(NUMBERS, (1,))
    m.apply(lambda x, k, y: x.masked_scatter(k, y), a, m.input(torch.bool, list(a.shape)), *alike(m, a), exact=True)


@step
def repeat_interleave(m):
    a = m.constant(torch.tensor([2, 0, 1, 3]))
    b = m.apply(lambda x: torch.repeat_interleave(x, output_size=6), a)
    m.apply(lambda x: x * 2, b)


@step
def masked_select(m):
    """As many as the data says, until they are summed."""
    a = m.fixed((F32, I32, I64), (1,), exact=True)
    m.apply(m.choice((lambda x: x.masked_select(x > 0).sum(), lambda x: (x[x > 0] * 2).sum(),
                      lambda x: torch.nonzero(x.reshape(-1)).sum(),
                      lambda x: x.masked_select(x < 1).neg().sum())),
            a, exact=True, sums=True)
