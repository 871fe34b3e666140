# SPDX-License-Identifier: 0BSD
"""Calls of torchao's operators with packed weights that are damaged, or are others than the call says."""
import struct

from programs import I64, floats, integer, tensor
from reject_llm_other import one_call, placed, refused

I8 = 1


def words(*numbers):
    return struct.pack(f"<{len(numbers)}i", *numbers)


def header(*numbers, magic=6712):
    return words(magic, *numbers, *[0] * (15 - len(numbers)))


def strip(rows=8, bits=8, columns=16, sums=0, zero=None, table=b""):
    """Zeros, in one group."""
    part = table + bytes(rows * columns * bits // 8) + words(*[0] * rows) + words(*[sums] * rows)
    return part + (b"" if zero is None else words(*[zero] * rows))


def packed(*numbers, magic=6712, data=None):
    return header(*(numbers or (1, 8, 0, 0, 8, 16, 2)), magic=magic) + (strip() if data is None else data)


def linear(name, weights, operator="_linear_8bit_act_8bit_weight", n=8, k=16, group=16, columns=16, **options):
    def make():
        m = one_call(f"torchao::{operator}.out", placed((2, columns), **options),
                     [tensor(len(weights), data=1, dtype=I8), integer(group), integer(n), integer(k)],
                     [tensor(2, n, memory=4096)])
        m.add_constants([weights])
        return m
    refused(f"torchao_{name}", make)


linear("header_short", packed()[:40])
linear("magic", packed(magic=6713))
linear("kleidi", packed(3, 8, 0, 0, 8, 16, 2))
linear("format", packed(2, 1, 8, 32, 128))
linear("format_unknown", packed(9, 8, 0, 0, 8, 16, 2))
linear("other_bits", packed(), operator="_linear_8bit_act_4bit_weight")
linear("other_tile", packed(1, 8, 0, 0, 4, 16, 2))
linear("reserved", packed(1, 8, 0, 0, 8, 16, 2, 0, 0, 0, 0, 0, 0, 0, 1))
linear("short", packed()[:-1])
linear("long", packed() + bytes(1))
linear("more_rows", packed(), n=9)
linear("bias_missing", packed(1, 8, 0, 1, 8, 16, 2))
linear("bias_2", packed(1, 8, 0, 2, 8, 16, 2))
linear("group_of_8", packed(), group=8)
linear("group_does_not_divide", packed(data=strip(columns=48)), k=48, group=32, columns=48)
linear("sum", packed(data=strip(sums=1)))
linear("zero_point", packed(1, 8, 1, 0, 8, 16, 2, data=strip(zero=200)))
linear("table_of_8_bits", packed(4, 8, 0, 0, 8, 16, 2, data=strip(table=bytes(16))))
linear("table_with_zero_points", packed(4, 4, 1, 0, 8, 16, 2, data=strip(bits=4, zero=0, table=bytes(16))),
       operator="_linear_8bit_act_4bit_weight")
linear("no_rows", packed(), n=0)
linear("other_columns", packed(), columns=32)
linear("of_integers", packed(), dtype=I64)


def computed():
    return one_call("torchao::_linear_8bit_act_8bit_weight.out",
                    [tensor(2, 16, memory=0), tensor(256, memory=512, dtype=I8)],
                    [integer(16), integer(8), integer(16)], [tensor(2, 8, memory=4096)])


refused("torchao_weights_computed", computed)


def shared(name, weights, operator="_shared_embedding_8bit", n=8, shape=(3,)):
    def make():
        m = one_call(f"torchao::{operator}.out", [], [tensor(len(weights), data=1, dtype=I8), integer(16), integer(n),
                     integer(16), tensor(*shape, memory=0, dtype=I64)], [tensor(3, 16, memory=4096)])
        m.forward["inputs"] = [4]
        m.add_constants([weights])
        return m
    refused(f"torchao_shared_{name}", make)


shared("table", packed(4, 4, 0, 0, 8, 16, 2, data=strip(bits=4, table=bytes(16))), operator="_shared_embedding_4bit")
shared("indices_of_rank_2", packed(), shape=(3, 1))


def embedding(name, numbers=(2, 1, 8, 32, 128), size=3 * 32, k=32, scales=(3, 1), zeros=(3, 1), zero_type=I8):
    def make():
        m = one_call("torchao::_embedding_8bit.out", [], [
            tensor(64 + size, data=1, dtype=I8), integer(3), integer(k), tensor(*scales, data=2),
            tensor(*zeros, data=3, dtype=zero_type), tensor(2, memory=0, dtype=I64)], [tensor(2, k, memory=4096)])
        m.forward["inputs"] = [5]
        m.add_constants([header(*numbers) + bytes(size), floats(*[1] * 12), bytes(48)])
        return m
    refused(f"torchao_embedding_{name}", make)


embedding("version", numbers=(2, 2, 8, 32, 128))
embedding("of_a_product", numbers=(1, 8, 0, 0, 8, 16, 2))
embedding("short", size=3 * 32 - 1)
embedding("columns", k=16, size=3 * 16)
embedding("scales_of_more_rows", scales=(4, 1))
embedding("other_groups", zeros=(3, 2))
embedding("groups_do_not_divide", scales=(3, 3), zeros=(3, 3))
embedding("zero_points_of_floats", zero_type=6)


def groupwise(name, numbers=(5, 4, 32, 128, 1, 0, 4, 32, 8), n=4, k=32, group=32, table_group=128, size=144):
    def make():
        weights = header(*numbers) + bytes(size)
        m = one_call("torchao::_linear_groupwise_4bit_weight_with_lut.out", placed((2, k)), [
            tensor(len(weights), data=1, dtype=I8), *map(integer, (group, table_group, n, k))],
            [tensor(2, n, memory=4096)])
        m.add_constants([weights])
        return m
    refused(f"torchao_groupwise_{name}", make)


groupwise("short", size=143)
groupwise("other_scales", group=64)
groupwise("other_tables", table_group=256)
groupwise("table_of_2_rows", numbers=(5, 4, 32, 64, 1, 0, 4, 32, 8), table_group=64)
groupwise("scales_do_not_divide", numbers=(5, 4, 64, 384, 1, 0, 4, 32, 8), k=96, group=64, table_group=384)
groupwise("of_a_product", numbers=(1, 4, 0, 0, 8, 16, 2))
