# SPDX-License-Identifier: 0BSD
"""Calls of the operators of table_llm_other.py whose arguments do not go together."""
import struct

from damage import add
from programs import BOOL, F16, F32, U8, Model, boolean, call, floats, integer, tensor, value


def double(x):
    return value("Double", double_val=x)


def one_call(name, inputs, others, outputs):
    """A program of this call: tensors that the caller passes, other arguments, tensors that it writes."""
    n, m = len(inputs), len(inputs) + len(others)
    args = list(range(m + len(outputs)))
    return Model(values=[*inputs, *others, *outputs], inputs=args[:n], outputs=args[m:],
                 instructions=[call("kernel", 0, *args)], ops=[name], arena=1 << 16)


def placed(*shapes, **options):
    return [tensor(*shape, memory=512 * i, **options) for i, shape in enumerate(shapes)]


def refused(name, function):
    add(name, lambda m: None, function)


# ==== Shapes ====================================================================================
for n in (24, 84):
    refused(f"hadamard_of_{n}", lambda n=n: one_call(
        "llama::fast_hadamard_transform.out", placed((2, n)), [], [tensor(2, n, memory=4096)]))


def tiles(size, width=8):
    return lambda: one_call("preprocess::tile_crop.out", placed((1, 4, width)), [integer(size)],
                            [tensor(2, 1, 4, 4, memory=4096)])


refused("tiles_of_0", tiles(0))
refused("tiles_huge", tiles(1 << 40))
refused("tiles_do_not_fit", tiles(4, width=6))


def close(other, dtype=BOOL, result=()):
    return lambda: one_call("aten::allclose.out", placed((2, 3), other), [double(0.1), double(0.1), boolean(False),
                            boolean(False)], [tensor(*result, memory=4096, dtype=dtype)])


refused("allclose_other_shape", close((3, 2)))
refused("allclose_other_rank", close((3,)))
refused("allclose_of_floats", close((2, 3), dtype=6))
refused("allclose_of_two", close((2, 3), result=(2,)))


def delta(name, dtype=F32, **changed):
    shapes = {"query": (1, 4, 3, 5), "key": (1, 2, 3, 5), "value": (1, 2, 3, 6), "decay": (1, 2, 3), "beta": (1, 2, 3),
              "state": (1, 2, 5, 6), **changed}
    refused(f"delta_{name}", lambda: one_call(
        "llama::gated_delta_rule.out", placed(*shapes.values()), [],
        [tensor(1, 4, 3, 6, memory=8192, dtype=dtype), tensor(1, 2, 5, 6, memory=10240)]))


delta("heads_do_not_divide", key=(1, 3, 3, 5), value=(1, 3, 3, 6), decay=(1, 3, 3), beta=(1, 3, 3), state=(1, 3, 5, 6))
delta("decay_of_rank_2", decay=(1, 2))
delta("decay_of_another_row", decay=(1, 2, 3, 6))
delta("into_halves", dtype=F16)
delta("state_too_small", state=(1, 2, 4, 6))


# ==== Packed weights ============================================================================
def packed(rows, columns, bits=8, group=16, layout=(8, 16, 2)):
    tiles = rows * (columns * bits // 8 + columns // group * 8)
    return struct.pack("<16i", 6712, 1, bits, 0, 0, *layout, *[0] * 8) + bytes(tiles)


def moe(name, first=packed(32, 16), second=packed(16, 16), active=1, experts=1, group=16, bits=8, score="softmax",
        bias=0, gate=F32, bias_type=F32, dtype=F32):
    def make():
        numbers = [integer(n) for n in (active, experts, 16, 16, group, bits)]
        weights = [tensor(1, 16, data=1, dtype=gate), tensor(bias, data=2, dtype=bias_type),
                   tensor(1, len(first), data=3, dtype=U8), tensor(1, len(second), data=4, dtype=U8)]
        m = one_call("llama::quantized_moe_ffn.out", placed((2, 16), dtype=dtype),
                     [*weights, *numbers, value("String", string_val=score), double(1.0)],
                     [tensor(2, 16, memory=4096)])
        m.add_constants([floats(*range(16)), floats(*range(bias)), first, second])
        return m
    refused(f"moe_{name}", make)


moe("short", second=packed(16, 16)[:-1])
moe("header_only", first=packed(32, 16)[:40])
moe("other_layout", first=packed(32, 16, layout=(4, 16, 2)))
moe("other_bits", bits=4)
moe("bits_3", bits=3)
moe("group_of_8", group=8)
moe("group_of_32", group=32)
moe("active_0", active=0)
moe("active_2_of_1", active=2)
moe("experts_2_of_1", experts=2)
moe("score_unknown", score="softplus")
moe("softmax_bias", bias=1)
