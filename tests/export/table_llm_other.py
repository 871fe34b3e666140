# SPDX-License-Identifier: 0BSD
"""Operators beside PyTorch's own: allclose with a tensor as its result, and of language models all but attention."""
import executorch.exir.passes._device_copy_ops_registry  # noqa: F401  (defines et_copy)
import numpy
import torch
from case import case
from executorch.exir._serialize._program import deserialize_pte_binary
from executorch.extension.llm.custom_ops import custom_ops, op_fallback  # noqa: F401  (define llama::)
from graph_tools import edit
from oracle import Call, lower, run

# allclose.out: PyTorch has it only with a bool as its result, the wheel's runtime not at all.
library = torch.library.Library("aten", "FRAGMENT")
ARGUMENTS = "Tensor self, Tensor other, float rtol=1e-05, float atol=1e-08, bool equal_nan=False, bool dummy_param=False"
library.define(f"allclose.Tensor({ARGUMENTS}) -> Tensor")
library.define(f"allclose.out({ARGUMENTS}, *, Tensor(a!) out) -> Tensor(a!)")


@torch.library.impl(library, "allclose.Tensor", "CompositeExplicitAutograd")
def allclose(a, b, rtol=1e-5, atol=1e-8, equal_nan=False, dummy_param=False):
    return torch.tensor([torch.allclose(a, b, rtol, atol, equal_nan)])


@torch.library.impl(library, "allclose.out", "CompositeExplicitAutograd")
def allclose_out(a, b, rtol=1e-5, atol=1e-8, equal_nan=False, dummy_param=False, *, out):
    return out.copy_(allclose(a, b, rtol, atol, equal_nan))


torch.library.register_fake("aten::allclose.Tensor", lambda a, *_, **__: a.new_empty(1, dtype=torch.bool), lib=library)


class Edited:
    """What the writer of cases asks of a program, for one that was edited after its export."""

    def __init__(self, program, change):
        self.buffer = edit(program.buffer, change)
        self.executorch_program = deserialize_pte_binary(self.buffer).program


def given(cases, change=None):
    """The inputs that cases() gives, answered by PyTorch: the runtime has no such kernel, or refuses on a CPU."""
    def make(c, inputs):
        inputs[:] = cases()
        program = lower(c.function, inputs[0], **c.options)
        return Edited(program, change) if change else program, [[c.function(*x)] for x in inputs]
    return make


def sized(*shapes):
    """Random floats of these shapes, one list a case: the first are the largest. The runtime answers."""
    def make(c, inputs):
        inputs[:] = [tuple(torch.randn(shape) for shape in case) for case in shapes]
        program = lower(c.function, inputs[0], **c.options)
        return program, run(program.buffer, inputs)
    return make


def near(*shape):
    """Equal, close, and apart in one element, in this order; a tolerance of 1 in 64 tells them apart."""
    a = torch.randn(shape) * 256
    b = a * 129 / 128
    c = b.clone()
    c.view(-1)[-1] = a.view(-1)[-1].abs() * 2 + 300
    return [(a, a.clone()), (a, b), (a, c)]


def returns_tensor(program):
    """The other overload of the same arguments, which returns its result instead of writing it."""
    plan = program.execution_plan[0]
    plan.operators[0].overload = "Tensor"
    del plan.chains[0].instructions[0].instr_args.args[-1]


def close(name, cases, change=None, dynamic_shapes=None, **arguments):
    case(f"allclose{name}", f"aten::allclose.{'Tensor' if change else 'out'}",
         lambda a, b: torch.ops.aten.allclose.Tensor(a, b, **arguments), make=given(cases, change),
         dynamic_shapes=dynamic_shapes, _check_ir_validity=False)


inf, nan = torch.inf, torch.nan
ODD = [tuple(torch.tensor(x) for x in pair) for pair in (
    ([inf, -inf, 1], [inf, -inf, 1]), ([inf, 1, 1], [-inf, 1, 1]), ([1.0, 2, 3], [1.0, inf, 3]),
    ([inf, 2, 3], [1.0, 2, 3]), ([nan, 2, 3], [nan, 2, 3]), ([nan, 2, 3], [1.0, 2, 3]), ([1.0, 2, 3], [1.0, nan, 3]),
    ([1e-9, 0, 0], [0.0, 0, -0.0]), ([1e-7, 0, 0], [0.0, 0, 0]))]
close("", lambda: near(3, 5), rtol=1 / 64)
close("_default", lambda: ODD)
close("_equal_nan", lambda: ODD, equal_nan=True)
close("_exact", lambda: near(3) + ODD, rtol=0, atol=0)
close("_atol", lambda: [(torch.zeros(4), torch.full((4,), x)) for x in (0.125, -0.125, 0.25)], rtol=0, atol=0.125)
close("_asymmetric", lambda: [(torch.ones(1), 2 * torch.ones(1)), (2 * torch.ones(1), torch.ones(1))], rtol=0.75)
for dtype, text in ((torch.float64, "f64"), (torch.float16, "f16"), (torch.bfloat16, "bf16"), (torch.int32, "i32"),
                    (torch.int8, "i8")):
    close(f"_{text}", lambda t=dtype: [tuple((x / 8).to(t) for x in pair) for pair in near(3, 5)],
          rtol=0.25)
close("_bool", lambda: [(torch.tensor([True, False]), torch.tensor([True, x])) for x in (False, True)])
close("_rank0", lambda: [(torch.tensor(2.0), torch.tensor(x)) for x in (2.0, 3.0)])
close("_dynamic", lambda: [pair for n in (3, 1, 5) for pair in near(n, 4)], rtol=1 / 64,
      dynamic_shapes=(({0: torch.export.Dim("n", max=5)},) * 2,))
close("_tensor", lambda: near(2, 3, 4), change=returns_tensor, rtol=1 / 64)
close("_tensor_odd", lambda: ODD + [(torch.ones(3), 2 * torch.ones(3))], change=returns_tensor, rtol=0.75, atol=1e-9,
      equal_nan=True)

# Copies between devices, which the runtime refuses on a CPU: with one memory they are copies.
for direction in ("h2d", "d2h"):
    copy = getattr(torch.ops.et_copy, f"_{direction}_copy")
    for text in ("3x5", "i8 2x3x4", "bool 7", "f16 3x2", "i64 "):
        case(f"{direction}_copy_{text.replace(' ', '_')}".rstrip("_"), f"et_copy::_{direction}_copy.out",
             lambda a, copy=copy: copy(a), text, eager=True)
    case(f"{direction}_copy_dynamic", f"et_copy::_{direction}_copy.out", lambda a, copy=copy: copy(a + 1), eager=True,
         make=given(lambda: [(torch.randn(n, 3),) for n in (4, 1, 5)]),
         dynamic_shapes=(({0: torch.export.Dim("n", max=5)},),))


def make_fallback(c, inputs):
    """The exporter looks through this operator: another of the same arguments takes its name."""
    def rename(program):
        program.execution_plan[0].operators[0].name = "llama::fallback"

    program = Edited(lower(c.function, inputs[0], **c.options), rename)
    return program, run(program.buffer, inputs)


for text in ("3x5", "i8 2x3x4", "f16 3x2", "i64 "):
    case(f"fallback_{text.replace(' ', '_')}".rstrip("_"), "llama::fallback.out", torch.relu, text, make=make_fallback)

hadamard = torch.ops.llama.fast_hadamard_transform
for text in ("1", "2", "3x4", "2x3x8", "2x64", "1x1024", "28", "3x56", "2x2x112", "f64 3x4", "f64 2x32", "f64 2x56"):
    case(f"hadamard_{text.replace(' ', '_')}", "llama::fast_hadamard_transform.out", hadamard, text)
for text, args in (("f16 3x8", "--rtol 1e-2"), ("f16 2x56", "--atol 5e-2")):  # the runtime rounds every sum to 11 bits
    case(f"hadamard_{text.replace(' ', '_')}", "llama::fast_hadamard_transform.out", hadamard, text, args=args)
for n in (16, 56):
    case(f"hadamard_dynamic_{n}", "llama::fast_hadamard_transform.out",
         torch.nn.Sequential(torch.nn.Linear(3, n), Call(hadamard)), make=sized([(5, 3)], [(1, 3)], [(2, 3)]),
         dynamic_shapes=({0: torch.export.Dim("n", max=5)},))

tile_crop = torch.ops.preprocess.tile_crop


@torch.library.register_fake("preprocess::tile_crop")
def tiles(image, size):
    """As the wheel's own for its exporter, at most 4 tiles, but of any type: the wheel's makes floats of all."""
    return image.new_empty(torch.library.get_ctx().new_dynamic_size(min=0, max=4), image.shape[0], size, size)


for text in ("2x4x4", "3x8x4", "i8 2x4x8", "f16 1x8x8", "f64 2x4x8", "i64 1x4x12", "bool 1x4x16"):
    case(f"tile_crop_{text.replace(' ', '_')}", "preprocess::tile_crop.out", lambda a: tile_crop(a, 4), text)
case("tile_crop_of_1", "preprocess::tile_crop.out", lambda a: tile_crop(a, 1), "3x2x2")
rows, columns = (2 * torch.export.Dim(n, min=1, max=2) for n in ("rows", "columns"))
case("tile_crop_dynamic", "preprocess::tile_crop.out", lambda a: tile_crop(a, 2),
     make=sized([(2, 4, 4)], [(2, 2, 4)], [(2, 4, 2)], [(2, 2, 2)]), dynamic_shapes=(({1: rows, 2: columns},),))


class Delta(torch.nn.Module):
    """The rule with a state that outlives the call, as models have it."""

    def __init__(self, *shape):
        super().__init__()
        self.register_buffer("state", torch.zeros(shape))

    def forward(self, *inputs):
        out, state = torch.ops.llama.gated_delta_rule(*inputs, self.state)
        self.state.copy_(state)
        return out + self.state.sum()


def delta(name, batch, heads, tokens, k, v, group=1, scalar=False, low=0.0, rule="gated_delta_rule", lengths=(),
          stateful=False):
    """lengths: of other cases, fewer tokens. low: of the decays, which end at 1."""
    def case_of(n):
        key = (batch, heads, n, k)
        inputs = [torch.randn(batch, heads * group, n, k), torch.randn(key), torch.randn(batch, heads, n, v),
                  low + (1 - low) * torch.rand(key[:3] if scalar else key), torch.rand(key[:3])]
        return (*inputs,) if stateful else (*inputs, torch.randn(batch, heads, k, v))

    def make(c, inputs):
        inputs[:] = [case_of(n) for n in (tokens, *(lengths or (tokens,)))]
        program = lower(c.function, inputs[0], **c.options)
        return program, run(program.buffer, inputs)

    options = {}
    if lengths:
        dims = [{2: torch.export.Dim("tokens", max=tokens)}] * 5 + [None] * (not stateful)
        options["dynamic_shapes"] = (tuple(dims),)
    case(f"delta_{name}", f"llama::{rule}.out",
         Delta(batch, heads, k, v) if stateful else getattr(torch.ops.llama, rule), make=make, **options)


delta("channels", 2, 3, 4, 5, 6)
delta("group", 1, 2, 3, 8, 3, group=2)
delta("scalar", 2, 2, 3, 5, 6, group=2, scalar=True)
delta("one_token", 2, 1, 1, 4, 7, group=3)
delta("wide", 1, 1, 3, 4, 37)
delta("chunks", 1, 1, 35, 3, 4)
delta("chunks_scalar", 1, 1, 67, 2, 3, group=2, scalar=True)
delta("negative", 1, 2, 5, 3, 4, low=-1.0)
delta("dynamic", 1, 2, 6, 3, 4, group=2, lengths=(1, 5))
delta("state", 1, 2, 5, 3, 4, stateful=True, scalar=True)
delta("old_name", 1, 2, 3, 4, 5, rule="channelwise_gated_delta_rule")


def packed(integers, scales, bits, group):
    """torchao's universal layout: of 8 rows 16 columns at a time, the left halves first; 4 bits in pairs, 16 apart."""
    blob = [numpy.array([6712, 1, bits, 0, 0, 8, 16, 2] + [0] * 8, "<i4").tobytes()]
    for row in range(0, len(integers), 8):
        for first in range(0, integers.shape[1], group):
            part = integers[row : row + 8, first : first + group].numpy()
            tiles = part.reshape(8, group // 16, 2, 8).transpose(1, 2, 0, 3)
            if bits == 4:
                pairs = (tiles + 8).astype("u1").reshape(-1, 2, 16)
                tiles = pairs[:, 0] | pairs[:, 1] << 4
            blob += [tiles.tobytes(), scales[row : row + 8, first // group].numpy().astype("<f4").tobytes(),
                     part.sum(1, dtype="<i4").tobytes()]
    return torch.frombuffer(bytearray(b"".join(blob)), dtype=torch.uint8)


class Experts(torch.nn.Module):
    def __init__(self, experts, active, dim, hidden, group, bits, score, bias=False, scale=1.0):
        super().__init__()
        self.numbers = (active, experts, hidden, dim, group, bits, score, scale)
        self.shapes, self.bias = ((2 * hidden, dim), (dim, hidden)), bias

    def draw(self):
        """Once the seed is set: the table itself is made before it."""
        active, experts, hidden, dim, group, bits, *_ = self.numbers
        self.register_buffer("gate", torch.randn(experts, dim))
        self.register_buffer("moved", torch.randn(experts if self.bias else 0))
        for name, (n, k) in zip(("w13", "w2"), self.shapes):
            half = 2 ** (bits - 1)
            self.register_buffer(name, torch.stack([packed(
                torch.randint(-half, half, (n, k)).to(torch.int8), torch.rand(n, k // group) / half, bits, group)
                for _ in range(experts)]))

    def forward(self, x):
        return torch.ops.llama.quantized_moe_ffn(x, self.gate, self.moved, self.w13, self.w2, *self.numbers)


def moe(name, *numbers, tokens=(3,), **options):
    def make(c, inputs):
        c.function.draw()
        return sized(*([(t, numbers[2])] for t in tokens * (2 // len(tokens) or 1)))(c, inputs)

    if len(tokens) > 1:
        options["dynamic_shapes"] = ({0: torch.export.Dim("tokens", max=tokens[0])},)
    shapes = options.pop("dynamic_shapes", None)
    case(f"moe_{name}", "llama::quantized_moe_ffn.out", Experts(*numbers, **options), make=make, dynamic_shapes=shapes)


moe("sigmoid", 4, 2, 16, 16, 16, 4, "sigmoid")
moe("softmax", 3, 2, 32, 16, 16, 4, "softmax", tokens=(1,))
moe("bias", 5, 3, 16, 32, 16, 4, "sigmoid", bias=True, scale=2.5)
moe("8_bits", 3, 2, 16, 32, 16, 8, "sigmoid", bias=True, scale=0.5)
moe("group_32", 2, 1, 32, 64, 32, 4, "softmax")
moe("every", 2, 2, 16, 16, 16, 8, "softmax")
moe("dynamic", 3, 2, 16, 16, 16, 4, "sigmoid", bias=True, tokens=(5, 1, 2))
