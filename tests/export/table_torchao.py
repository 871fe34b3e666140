# SPDX-License-Identifier: 0BSD
"""torchao's operators on packed weights. Its kernels for products exist on Arm alone, so the operators are defined here:
packed bytes from the format's definition, results from what was packed, in double precision behind the rounding of rows."""
import numpy
import torch
from case import case
from oracle import lower

library = torch.library.Library("torchao", "FRAGMENT")
WEIGHTS = {}  # packed bytes -> what they were made of, by name


# ==== Packed weights ============================================================================
def planes(x, bits):
    """x[:, slot]: numbers that share bytes. The bytes, [:, byte]."""
    s = [x[:, i] for i in range(x.shape[1])]
    if bits in (1, 2):
        return [sum(n << (8 - bits * (i + 1)) for i, n in enumerate(s))]
    if bits == 3:
        return [s[0] << 3 | s[1] | (s[6] & 3) << 6, s[2] << 3 | s[3] | (s[7] & 3) << 6,
                s[4] << 3 | s[5] | (s[6] >> 2) << 7 | (s[7] >> 2) << 6]
    if bits == 4:
        return [s[0] | s[1] << 4]
    if bits == 5:
        odd = s[1::2]
        return [n | (m & 7) << 5 for n, m in zip(s[::2], odd)] + [sum((m >> 3) << 2 * i for i, m in enumerate(odd))]
    if bits in (6, 7):
        high = 8 - bits
        return [n | (s[-1] >> high * i & (1 << high) - 1) << bits for i, n in enumerate(s[:-1])]
    return s


def numbers_as_bytes(chunk, bits):
    """128, 64 or 32 unsigned numbers."""
    slots = {1: 8, 2: 4, 3: 8, 4: 2, 5: 8, 6: 4, 7: 8, 8: 1}[bits]
    width = 1 if len(chunk) == 32 and bits % 2 else min(16, len(chunk) // slots)
    x = chunk.astype(numpy.int64).reshape(-1, slots, width)
    if len(chunk) == 64 and bits == 1:  # the second half of a row of 16 is higher in the byte
        x = x[:, [1, 3, 5, 7, 0, 2, 4, 6]]
    if len(chunk) == 64 and bits == 5:  # 16 lower numbers, then 16 higher ones
        x = x[:, [0, 2, 1, 3, 4, 6, 5, 7]]
    return numpy.stack(planes(x, bits), 1).astype(numpy.uint8).tobytes()


def header(*words):
    return numpy.array([6712, *words] + [0] * (15 - len(words)), "<i4").tobytes()


def words(x, first, rows):
    """A word a row, of absent rows 0."""
    return numpy.concatenate([x[first:first + rows], numpy.zeros(max(0, first + rows - len(x)), x.dtype)]).tobytes()


def tile(x, first, column, rows, columns, parts):
    """Of unsigned numbers: the first part of every row, then the second one, ..."""
    part = numpy.zeros((rows, columns), numpy.uint8)
    given = x[first:first + rows, column:column + columns]
    part[:len(given)] = given
    return part.reshape(rows, parts, columns // parts).transpose(1, 0, 2).reshape(-1)


def register(blob, **parts):
    packed = torch.frombuffer(bytearray(blob), dtype=torch.int8)
    WEIGHTS[bytes(blob)] = parts
    return packed


def parts_of(packed):
    return WEIGHTS[packed.numpy().tobytes()]


def pack_linear(q, scale, bits, group, zero=None, bias=None, tables=None):
    """q: integers, or with `tables`, one for each strip of 8 rows, positions in them."""
    shape = 8, 16, 2
    half = 0 if tables is not None or bits == 8 else 1 << bits - 1
    value = q if tables is None else numpy.stack([tables[i // 8][row] for i, row in enumerate(q)])
    blob = [header(1 if tables is None else 4, bits, int(zero is not None), int(bias is not None), *shape)]
    absent = numpy.full((-len(q) % 8, q.shape[1]), 0)
    unsigned = (numpy.concatenate([q, absent]) + half).astype(numpy.uint8)
    for row in range(0, len(q), 8):
        if tables is not None:
            blob.append(numpy.resize(numpy.append(tables[row // 8], [0] * 16), 16).astype(numpy.int8).tobytes())
        for g in range(q.shape[1] // group):
            for column in range(g * group, (g + 1) * group, 16):
                blob.append(numbers_as_bytes(tile(unsigned, row, column, *shape), bits))
            sums = value[:, g * group:(g + 1) * group].sum(1)
            blob += [words(scale[:, g].astype("<f4"), row, 8), words(sums.astype("<i4"), row, 8)]
            if zero is not None:
                blob.append(words(zero[:, g].astype("<i4"), row, 8))
        if bias is not None:
            blob.append(words(bias.astype("<f4"), row, 8))
    return register(b"".join(blob), q=value, scale=scale, zero=zero, bias=bias, group=group)


def pack_embedding(q, bits):
    blob = [header(2, 1, bits, 32, 128)]
    unsigned = (q + (0 if bits == 8 else 1 << bits - 1)).astype(numpy.uint8)
    for row in unsigned:
        while len(row):
            count = max(n for n in (32, 64, 128) if n <= len(row))
            blob.append(numbers_as_bytes(row[:count], bits))
            row = row[count:]
    return register(b"".join(blob), q=q)


def pack_groupwise(index, tables, bits, group, table_group, scale=None, bias=None):
    """tables: [numbers / table_group, 1 << bits]."""
    shape, (n, k) = (4, 32, 8), index.shape
    blob = [header(5, bits, group, table_group, int(scale is not None), int(bias is not None), *shape)]
    for row in range(0, n, 4):
        blob.append(numpy.resize(numpy.append(tables[row * k // table_group], [0] * 16), 16).astype("<f4").tobytes())
        for column in range(0, k, 32):
            if scale is not None and column % group == 0:
                blob.append(words(scale[:, column // group].astype("<f4"), row, 4))
            blob.append(numbers_as_bytes(tile(index, row, column, *shape), bits))
        if bias is not None:
            blob.append(words(bias.astype("<f4"), row, 4))
    value = tables.reshape(-1)[(numpy.arange(n * k).reshape(n, k) // table_group << bits) + index].astype(numpy.float64)
    if scale is not None:
        value = value * numpy.repeat(scale.astype(numpy.float64), group, 1)
    return register(b"".join(blob), value=value, bias=bias)


# ==== What the operators mean ===================================================================
def quantised_rows(x):
    """Each row as bytes: (number - zero) * scale, 0 among them. All in float, as torchao has it, but for the inverse."""
    one = numpy.float32
    low, high = numpy.minimum(x.min(1), one(0)), numpy.maximum(x.max(1), one(0))
    scale = (high - low) / one(255)
    steps = numpy.divide(low, scale, out=numpy.zeros_like(low), where=scale > 0).astype(numpy.float64)
    zero = (-128 + numpy.floor(-steps + 0.5)).astype(numpy.int64)  # halves away from 0
    inverse = (1 / (scale.astype(numpy.float64) + 1e-16)).astype(one)
    q = numpy.clip(numpy.rint(x * inverse[:, None] + zero[:, None].astype(one)), -128, 127)
    return q.astype(numpy.int64) - zero[:, None], scale.astype(numpy.float64)


def linear(activations, packed, group, n, k):
    w = parts_of(packed)
    q, scale = quantised_rows(activations.numpy())
    integer = w["q"].astype(numpy.int64)
    if w["zero"] is not None:
        integer = integer - numpy.repeat(w["zero"].astype(numpy.int64), group, 1)
    sums = numpy.einsum("mgi,ngi->mng", q.reshape(len(q), -1, group), integer.reshape(n, -1, group))
    out = (sums * w["scale"].astype(numpy.float64)).sum(2) * scale[:, None]
    return floats(out + (0 if w["bias"] is None else w["bias"]))


def groupwise(activations, packed, scale_group, table_group, n, k):
    w = parts_of(packed)
    out = activations.numpy().astype(numpy.float64) @ w["value"].T
    return floats(out + (0 if w["bias"] is None else w["bias"]))


def looked_up(q, scale, zero, indices):
    group = q.shape[1] // scale.shape[1]
    rows = q[indices] - numpy.repeat(zero, group, 1)[indices].astype(numpy.int64)
    return floats(rows * numpy.repeat(scale, group, 1)[indices].astype(numpy.float64))


def embedding(packed, n, k, scale, zero, indices):
    return looked_up(parts_of(packed)["q"], scale.numpy(), zero.numpy(), indices.numpy())


def shared_embedding(packed, group, n, k, indices):
    w = parts_of(packed)
    zero = numpy.zeros(w["scale"].shape) if w["zero"] is None else w["zero"]
    return looked_up(w["q"], w["scale"], zero, indices.numpy())


def floats(x):
    return torch.from_numpy(x.astype(numpy.float32))


def define(name, arguments, function, rows, columns):
    """The operator and its out variant; its result has a row for each of those of an argument."""
    library.define(f"{name}({arguments}) -> Tensor")
    library.define(f"{name}.out({arguments}, *, Tensor(a!) out) -> Tensor(a!)")
    library.impl(name, function, "CompositeExplicitAutograd")
    library.impl(f"{name}.out", lambda *args, out: out.copy_(function(*args)), "CompositeExplicitAutograd")
    torch.library.register_fake(
        f"torchao::{name}", lambda *args: args[rows].new_empty(args[rows].shape[0], args[columns], dtype=torch.float32),
        lib=library)
    return getattr(torch.ops.torchao, name)


LINEAR = [None] + [define(f"_linear_8bit_act_{b}bit_weight", "Tensor activations, Tensor packed_weights, int group_size, "
                          "int n, int k", linear, 0, 3) for b in range(1, 9)]
GROUPWISE = [None] + [define(f"_linear_groupwise_{b}bit_weight_with_lut", "Tensor activations, Tensor packed_weights, "
                             "int scale_group_size, int lut_group_size, int n, int k", groupwise, 0, 4)
                      for b in range(1, 5)]
EMBEDDING = [None] + [define(f"_embedding_{b}bit", "Tensor packed_weight_qvals, int num_embeddings, int embedding_dim, "
                             "Tensor weight_scales, Tensor weight_zeros, Tensor indices", embedding, 5, 2)
                      for b in range(1, 9)]
SHARED = [None] + [define(f"_shared_embedding_{b}bit", "Tensor packed_weights, int group_size, int n, int k, "
                          "Tensor indices", shared_embedding, 4, 3) for b in range(1, 9)]


# ==== Cases =====================================================================================
def draw(low, high, *shape):
    return torch.randint(low, high, shape).numpy()


def reals(*shape):
    return torch.randn(shape).numpy()


def integers(bits, n, k):
    """Both ends among them."""
    q, half = draw(-(1 << bits - 1), 1 << bits - 1, n, k), 1 << bits - 1
    q[0, :2] = half - 1, -half
    return q


class Calls(torch.nn.Module):
    """Calls of operators, (operator, arguments) each; an argument None is the next input."""

    def __init__(self, draw):
        super().__init__()
        self.draw = draw

    def fill(self):
        """Once the seed is set: the table itself is made before it."""
        self.calls = self.draw()
        for i, (_, args) in enumerate(self.calls):
            for k, tensor in enumerate(args):
                if isinstance(tensor, torch.Tensor):
                    self.register_buffer(f"given{i}_{k}", tensor)

    def forward(self, *inputs):
        inputs, out = iter(inputs), []
        for i, (operator, args) in enumerate(self.calls):
            given = [next(inputs) if a is None else getattr(self, f"given{i}_{k}") if isinstance(a, torch.Tensor) else a
                     for k, a in enumerate(args)]
            out.append(operator(*given))
        return out


def torchao(name, operator, draw, *cases, dims=None):
    """cases: functions that make the inputs of a case, one for each call."""
    def make(c, inputs):
        c.function.fill()
        inputs[:] = [tuple(inputs_of()) for inputs_of in cases]
        shapes = dims and (tuple(dims for _ in inputs[0]),)
        return lower(c.function, inputs[0], dynamic_shapes=shapes), [c.function(*x) for x in inputs]

    case(f"torchao_{name}", f"torchao::{operator}.out", Calls(draw), make=make)


def tokens(m, k):
    """Rows: of numbers, of zeros, of positive numbers, of negative ones, of numbers."""
    x = torch.randn(m, k)
    for row, change in zip(x[1:], (torch.zeros_like, lambda r: r.abs() + 0.5, lambda r: -r.abs() - 0.5)):
        row[:] = change(row)
    return x


def linear_call(bits, n, k, group, zeros=None, bias=False, positions=None):
    """zeros: the least of the zero points and the first beyond them. positions: of how many tables."""
    q, tables = integers(bits, n, k), None
    zero = None if zeros is None else draw(*zeros, n, k // group)
    if positions:
        q, tables = draw(0, 1 << bits, n, k), draw(-128, 128, positions, 1 << bits)
    packed = pack_linear(q, reals(n, k // group), bits, group, zero, reals(n) if bias else None, tables)
    return LINEAR[bits], (None, packed, group, n, k)


def linear_case(name, bits, *calls, counts=(5, 5), dims=None):
    """calls: arguments of linear_call() by name."""
    torchao(f"linear_{name}", f"_linear_8bit_act_{bits}bit_weight",
            lambda: [linear_call(bits, **options) for options in calls],
            *[lambda m=m: [tokens(m, options["k"]) for options in calls] for m in counts], dims=dims)


for bits in range(1, 9):
    half = 1 << bits - 1
    linear_case(f"{bits}bit", bits, {"n": 11, "k": 64, "group": 32, "zeros": (-half, half)},
                {"n": 8, "k": 48, "group": 16, "bias": True})
for bits in range(1, 5):
    linear_case(f"{bits}bit_lut", bits, {"n": 8, "k": 32, "group": 32, "positions": 1},
                {"n": 16, "k": 48, "group": 16, "bias": True, "positions": 2})
linear_case("8bit_zeros", 8, {"n": 9, "k": 32, "group": 16, "zeros": (-128, -127), "bias": True})
linear_case("dynamic", 4, {"n": 17, "k": 32, "group": 32, "bias": True}, counts=(6, 1, 4),
            dims={0: torch.export.Dim("tokens", max=6)})


def groupwise_call(bits, n, k, group, table_rows, scaled=True, bias=False):
    tables = reals(-(-n // table_rows), 1 << bits)
    packed = pack_groupwise(draw(0, 1 << bits, n, k), tables, bits, group, table_rows * k,
                            reals(n, k // group) if scaled else None, reals(n) if bias else None)
    return GROUPWISE[bits], (None, packed, group, table_rows * k, n, k)


for bits in range(1, 5):
    torchao(f"groupwise_{bits}bit", f"_linear_groupwise_{bits}bit_weight_with_lut",
            lambda b=bits: [groupwise_call(b, 11, 64, 32, 4, bias=True), groupwise_call(b, 8, 96, 32, 8, scaled=False)],
            *[lambda: [torch.randn(3, 64), torch.randn(2, 96)]] * 2)


def indices(m, n, dtype=torch.int64):
    """Some, the last row among them."""
    return torch.cat([torch.tensor([n - 1]), torch.randint(0, n, (m - 1,))]).to(dtype)


def embedding_call(bits, n, k, groups):
    half = 1 << bits - 1
    zeros = torch.from_numpy(draw(-half, half, n, groups)).to(torch.int8)
    return EMBEDDING[bits], (pack_embedding(integers(bits, n, k), bits), n, k, torch.randn(n, groups), zeros, None)


def shared_call(bits, *sizes, **options):
    _, (_, packed, group, n, k) = linear_call(bits, *sizes, **options)
    return SHARED[bits], (packed, group, n, k, None)


for bits in range(1, 9):
    half = 1 << bits - 1
    torchao(f"embedding_{bits}bit", f"_embedding_{bits}bit",
            lambda b=bits: [embedding_call(b, 7, 224, 7), embedding_call(b, 5, 64, 1)],
            *[lambda: [indices(4, 7), indices(3, 5, torch.int32)]] * 2)
    torchao(f"shared_embedding_{bits}bit", f"_shared_embedding_{bits}bit",
            lambda b=bits, h=half: [shared_call(b, 11, 64, 32, zeros=(-h, h)), shared_call(b, 8, 48, 16, bias=True)],
            *[lambda: [indices(4, 11), indices(3, 8, torch.int32)]] * 2)
torchao("embedding_dynamic", "_embedding_4bit", lambda: [embedding_call(4, 9, 96, 3)],
        *[lambda m=m: [indices(m, 9)] for m in (6, 1, 4)], dims={0: torch.export.Dim("tokens", max=6)})


def tied():
    """A product and a table of rows of the same bytes."""
    operator, args = linear_call(4, 16, 64, 32, zeros=(-8, 8))
    _, packed, group, n, k = args
    return [(SHARED[4], (packed, group, n, k, None)), (operator, args)]


torchao("tied", "_linear_8bit_act_4bit_weight", tied, *[lambda: [indices(3, 16), tokens(3, 64)]] * 2)
