# SPDX-License-Identifier: 0BSD
"""Builds one random program step by step, computing every value on the way, so that the result is numerically tame.

A value is exact when its elements are multiples of a power of two and small, so that every order of computing gives
the same bits; operators with jumps (comparisons, roundings, sorting, conversions to integers) get exact values only.
The others carry a shadow: the same computed with an error in each step. A step after which it strays is not taken."""
import dataclasses
import math

import torch
from torch.utils._pytree import tree_flatten

F32, F64, F16, BF16 = torch.float32, torch.float64, torch.float16, torch.bfloat16
FLOATS, HALVES, INTS = (F32, F64, F16, BF16), (F16, BF16), (torch.int8, torch.uint8, torch.int16, torch.int32, torch.int64)
BOOL = (torch.bool,)
NUMBERS, ANY = FLOATS + INTS, FLOATS + INTS + BOOL
GRID = {F32: (64, 256), F64: (64, 256), F16: (8, 64), BF16: (8, 16)}  # 1 / spacing, largest
STRAY = {F32: 2**-21, F64: 2**-24, F16: 2**-10, BF16: 2**-7}  # relative; the runtime computes some f64 in f32
MOST_ELEMENTS, MOST_INPUTS, LARGEST = 500, 7, 100


class Skip(Exception):
    """This step cannot be taken here."""


@dataclasses.dataclass(eq=False)
class Value:
    tensors: list  # one a case
    shadows: list
    exact: bool
    slot: object  # its number in the program's list of values, or the name of a buffer
    uses: int = 0

    @property
    def dtype(self):
        return self.tensors[0].dtype

    @property
    def rank(self):
        return self.tensors[0].dim()

    @property
    def fixed(self):
        return all(self.fixed_axis(i) for i in range(self.rank))

    @property
    def shape(self):
        return tuple(self.tensors[0].shape)

    def fixed_axis(self, i):
        return len({t.shape[i] for t in self.tensors}) == 1

    def within(self, low, high):
        return all(t.numel() and t.min() >= low and t.max() <= high for t in self.tensors)


def on_grid(t, share=1):
    if not t.dtype.is_floating_point:
        return True
    steps, most = GRID[t.dtype]
    wide = t.double() * max(1, steps * share)
    return bool((wide == wide.round()).all() and (t.abs() <= most * share).all())


class Program(torch.nn.Module):
    """steps: (function, slots of its arguments); outputs: slots."""

    def __init__(self):
        super().__init__()
        self.steps, self.outputs = [], []

    def forward(self, *inputs):
        values = dict(enumerate(inputs))
        for function, arguments, results in self.steps:
            taken = [getattr(self, a) if isinstance(a, str) else values[a] for a in arguments]
            values.update(zip(results, tree_flatten(function(*taken))[0]))
        return tuple(values[i] for i in self.outputs)


class Maker:
    def __init__(self, rng, sizes, dtypes, inexact_halves, tolerance):
        """sizes: name of a dynamic size -> its extent in each case. dtypes: of the inputs."""
        self.rng, self.sizes, self.dtypes = rng, sizes, dtypes
        self.cases = len(next(iter(sizes.values()))) if sizes else 2
        self.inexact_halves, self.tolerance = inexact_halves, tolerance
        self.program, self.values, self.inputs, self.dims, self.initial = Program(), [], [], [], []
        self.results = 0

    # ---- choices ----

    def chance(self, share):
        return self.rng.random() < share

    def choice(self, options):
        return self.rng.choice(list(options))

    def number(self, low=-4, high=4, per=4):
        """A multiple of 1 / per."""
        return self.rng.randint(low * per, high * per) / per

    def axis(self, v, fixed=False, least=1):
        return self.choice_or_skip([i for i in range(v.rank) if (v.fixed_axis(i) or not fixed)
                                    and all(t.shape[i] >= least for t in v.tensors)])

    def choice_or_skip(self, options):
        if not options:
            raise Skip
        return self.choice(options)

    # ---- where values come from ----

    def generator(self):
        return torch.Generator().manual_seed(self.rng.getrandbits(40))

    def random(self, dtype, shape, most=None):
        g = self.generator()
        if dtype == torch.bool:
            return torch.rand(shape, generator=g) < 0.5
        if dtype.is_floating_point:
            return (torch.randint(-32, 33, shape, generator=g) / 8).to(dtype)
        low, high = (0, most) if most else (0 if dtype == torch.uint8 else -20, 21)
        return torch.randint(low, high, shape, generator=g).to(dtype)

    def shape_of(self, dims, case):
        return tuple(self.sizes[d][case] if isinstance(d, str) else d for d in dims)

    def input(self, dtype, dims, most=None):
        """dims: numbers and names of dynamic sizes. Integers are below `most`, if given."""
        if len(self.inputs) >= MOST_INPUTS:
            raise Skip
        tensors = [self.random(dtype, self.shape_of(dims, k), most) for k in range(self.cases)]
        if tensors[0].numel() > MOST_ELEMENTS:
            raise Skip
        v = Value(tensors, tensors, True, -1 - len(self.inputs))
        self.inputs.append(v)
        self.dims.append(dims)
        self.values.append(v)
        return v

    def constant(self, tensor, exact=True):
        name = f"constant{len(list(self.program.buffers()))}"
        self.program.register_buffer(name, tensor)
        return Value([tensor] * self.cases, [tensor] * self.cases, exact and on_grid(tensor), name)

    def weight(self, dtype, *shape, scale=1.0):
        """On the grid, or not."""
        if self.chance(0.5):
            return self.constant((torch.randint(-8, 9, shape, generator=self.generator()) / 8).to(dtype))
        return self.constant((torch.randn(shape, generator=self.generator()) * 0.5 * scale).to(dtype), exact=False)

    def dims_like(self, rank):
        names = list(self.sizes)
        return [self.choice(names) if names and self.chance(0.4) else self.rng.randint(1, 6) for _ in range(rank)]

    def pick(self, dtypes=ANY, rank=None, exact=False, where=None, low=None, high=None, most=4):
        """A value, or a new input. rank: exactly, or (least,). low, high: what its elements may be; clamped if needed."""
        least, most = (0, most) if rank is None else (rank[0], most) if isinstance(rank, tuple) else (rank, rank)
        fits = [v for v in self.values if v.dtype in dtypes and least <= v.rank <= most and (v.exact or not exact)
                and (where is None or where(v))]
        if fits and (len(self.inputs) >= 2 and not self.chance(0.08) or len(self.inputs) >= MOST_INPUTS):
            v = self.rng.choices(fits, [1 / (1 + 3 * v.uses) for v in fits])[0]
        else:
            v = self.input(self.choice_or_skip([d for d in self.dtypes if d in dtypes] or list(dtypes)[:1]),
                           self.dims_like(self.rng.randint(max(least, 1) if self.chance(0.9) else least, most)))
            if where and not where(v):
                raise Skip
        if low is not None and not v.within(low, high):
            v = self.apply(lambda a: a.clamp(low, high), v, exact=True)
        return v

    def fixed(self, dtypes=FLOATS, rank=4, **options):
        return self.pick(dtypes, rank, where=lambda v: v.fixed, **options)

    def partner(self, v, dtypes=None, exact=False, low=None, high=None):
        """Another value that broadcasts with v, in every case in the same way."""
        dtypes = dtypes or (v.dtype,)

        def fits(w):
            try:
                shapes = [torch.broadcast_shapes(a.shape, b.shape) for a, b in zip(v.tensors, w.tensors)]
            except RuntimeError:
                return False
            aligned = zip(reversed(range(v.rank)), reversed(range(w.rank)))
            same = all(v.fixed_axis(i) and w.fixed_axis(j) or [t.shape[i] for t in v.tensors] == [t.shape[j] for t in w.tensors]
                       or v.fixed_axis(i) and v.shape[i] == 1 or w.fixed_axis(j) and w.shape[j] == 1 for i, j in aligned)
            return same and all(math.prod(s) <= MOST_ELEMENTS for s in shapes)

        others = [w for w in self.values if w.dtype in dtypes and (w.exact or not exact) and fits(w)]
        if not others or self.chance(0.15):
            dims = [self.dim_of(v, i) for i in range(v.rank)]
            dims = [1 if self.chance(0.3) else d for d in dims[self.rng.randint(0, v.rank) if self.chance(0.4) else 0:]]
            w = self.input(self.choice(dtypes), dims)
        else:
            w = self.rng.choices(others, [1 / (1 + 3 * w.uses) for w in others])[0]
        if low is not None and not w.within(low, high):
            w = self.apply(lambda a: a.clamp(low, high), w, exact=True)
        return w

    def dim_of(self, v, i):
        extents = [t.shape[i] for t in v.tensors]
        if len(set(extents)) == 1:
            return extents[0]
        return self.choice_or_skip([name for name, sizes in self.sizes.items() if list(sizes) == extents])

    # ---- steps ----

    def apply(self, function, *arguments, exact=False, sums=False):
        """Takes the step function(*arguments): its result, or a list of them. exact: exact operands give exact
        results; sums: if they are small. Otherwise results are off by a rounding."""
        exact = exact and all(a.exact for a in arguments) and (
            not sums or all(on_grid(t, 1 / 8) for a in arguments for t in a.tensors))
        try:
            outputs = [self.run(function, arguments, k, "tensors") for k in range(self.cases)]
            shadows = outputs if exact else [self.run(function, arguments, k, "shadows") for k in range(self.cases)]
        except (RuntimeError, IndexError, ValueError, TypeError, AssertionError) as e:
            raise Skip from e
        made = []
        for each, ghosts in zip(zip(*outputs), zip(*shadows)):
            made.append(self.judge(list(each), list(ghosts), exact))
        for a in arguments:
            a.uses += 1
        for v in made:
            v.slot = MOST_INPUTS + self.results
            self.results += 1
        self.program.steps.append((function, [a.slot for a in arguments], [v.slot for v in made]))
        self.values += made
        return made[0] if len(made) == 1 else made

    def run(self, function, arguments, case, kind):
        return [o for o in tree_flatten(function(*(getattr(a, kind)[case] for a in arguments)))[0]]

    def judge(self, tensors, shadows, exact):
        """The value, if it may be in the program."""
        if any(t.numel() > MOST_ELEMENTS or t.numel() == 0 or t.dtype not in ANY for t in tensors):
            raise Skip
        dtype = tensors[0].dtype
        if not dtype.is_floating_point:
            if any(not torch.equal(a, b) for a, b in zip(tensors, shadows)):
                raise Skip
            return Value(tensors, tensors, True, None)
        if any(not torch.isfinite(t).all() or t.abs().max() > LARGEST for t in tensors):
            raise Skip
        if exact and all(on_grid(t) for t in tensors):
            return Value(tensors, tensors, True, None)
        if dtype in HALVES and not self.inexact_halves:
            raise Skip
        ghosts = []
        for t, s in zip(tensors, shadows):
            sign = torch.randint(0, 2, s.shape, generator=self.generator()) * 2 - 1
            s = (s.double() * (1 + STRAY[dtype] * sign)).to(dtype)
            stray = (s.double() - t.double()).abs()
            if not bool((stray <= 0.25 * self.tolerance * (0.01 + t.double().abs())).all()):
                raise Skip
            ghosts.append(s)
        return Value(tensors, ghosts, False, None)

    def state(self, function, first, *arguments, exact=False):
        """A buffer that starts as `first`, updated by function(buffer, *arguments) from case to case."""
        name = f"state{len(self.initial)}"
        buffers, ghosts = first.clone(), first.clone()
        outputs, shadows = [], []
        try:
            for k in range(self.cases):
                outputs.append([o.clone() for o in self.run(lambda *a: function(buffers, *a), arguments, k, "tensors")])
                shadows.append([o.clone() for o in self.run(lambda *a: function(ghosts, *a), arguments, k, "shadows")])
        except (RuntimeError, IndexError, ValueError, TypeError) as e:
            raise Skip from e
        exact = exact and all(a.exact for a in arguments) and on_grid(first)
        made = [self.judge(list(each), list(shadow), exact) for each, shadow in zip(zip(*outputs), zip(*shadows))]
        self.program.register_buffer(name, first.clone())
        self.initial.append((name, first))
        for v in made:
            v.slot = MOST_INPUTS + self.results
            self.results += 1
        self.program.steps.append((function, [name] + [a.slot for a in arguments], [v.slot for v in made]))
        self.values += made
        return made

    def finish(self):
        """The module; its outputs are the values that nothing reads."""
        read = {a for _, arguments, _ in self.program.steps for a in arguments}
        outputs = [v for v in self.values if v not in self.inputs and v.slot not in read]
        slots = {v.slot: i for i, v in enumerate(self.inputs)}

        def place(slot):
            return slots.get(slot, slot)

        self.program.steps = [(f, [place(a) for a in arguments], results) for f, arguments, results in self.program.steps]
        self.program.outputs = [v.slot for v in outputs]
        return self.program.eval(), outputs
