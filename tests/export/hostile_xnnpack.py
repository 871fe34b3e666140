# SPDX-License-Identifier: 0BSD
"""Programs of the XNNPACK delegate that no exporter writes, each beside what ptec refuses. The numbers are such that
their answers are exact."""
import math
import struct

import programs
from programs import floats
from xnn_graphs import (AVERAGE, HALF, MAXIMUM, PROGRAM_TYPE, QCINT4, QINT8, QUINT8, TRANSPOSED, GraphModel,
                        answered, between, binary, by_blocks, by_channel, by_rows, convert, convolution, fixed, given,
                        pool, product, scaled, signed, step, unary, wanted)

CASES = {}


def halves(*numbers):
    return struct.pack(f"<{len(numbers)}e", *numbers)


def unsigned(*numbers):
    return bytes(numbers)


class Group:
    """Nodes side by side in one graph, since a program costs more than what it computes."""

    def __init__(self, name):
        self.values, self.steps, self.numbers = {}, [], {}
        CASES["xnnpack_" + name] = self.make

    def of(self, name, nodes, x, given_numbers, y, wanted_numbers, **more):
        """Nodes from x to y; values between them, and constants, are `more`. Numbers are as they lie in memory."""
        values = {"x": x, **more, "y": y}
        self.values.update({f"{name} {role}": v for role, v in values.items()})
        self.numbers.update({f"{name} x": given_numbers, f"{name} y": wanted_numbers})
        for kind, table, limits, fields in nodes if isinstance(nodes, list) else [nodes]:
            renamed = {f: f"{name} {v}" if isinstance(v, str) else v for f, v in fields.items()}
            self.steps.append((kind, table, limits, renamed))

    def tensor(self, name):
        v, numbers = self.values[name], self.numbers.get(name, self.values[name].data)
        pack = {HALF: halves, QINT8: signed, QUINT8: unsigned}.get(v.dtype, floats)
        assert len(numbers) == math.prod(v.sizes), name
        tensor = programs.case_tensor(pack(*numbers), *v.sizes, dtype=PROGRAM_TYPE.get(v.dtype, 1))
        tensor["val"].update(v.argument or {})
        return tensor

    def make(self):
        model = GraphModel(self.values, self.steps)
        self.edit(model)
        return answered(model, *([self.tensor(name) for name, v in self.values.items() if v.role == role]
                                 for role in ("given", "wanted")))

    def edit(self, model):
        """Nothing, unless the group says something else."""


# ==== Windows: the largest numbers, and the least ===============================================
WINDOWS = Group("windows")
W2 = fixed(1, 1, 1, 1, data=floats(2))
WINDOWS.of("stride_32767", convolution(subsampling_height=32767, padding_top=32767), given(1, 1, 1, 1), [3],
           wanted(1, 2, 1, 1), [0, 6], w=W2)
WINDOWS.of("dilation_32767", convolution(kernel_width=2, dilation_width=32767, padding_right=32767), given(1, 1, 1, 1),
           [3], wanted(1, 1, 1, 1), [6], w=fixed(1, 1, 2, 1, data=floats(2, 5)))
WINDOWS.of("window_as_large_as_picture", convolution(kernel_height=2), given(1, 2, 1, 1), [3, 4], wanted(1, 1, 1, 1),
           [18], w=fixed(1, 2, 1, 1, data=floats(2, 3)))
WINDOWS.of("transposed_cut_to_one", convolution(TRANSPOSED, padding_top=1), given(1, 2, 1, 1), [3, 4],
           wanted(1, 1, 1, 1), [8], w=W2)
WINDOWS.of("transposed_adjusted", convolution(TRANSPOSED, subsampling_width=3, adjustment_width=2), given(1, 1, 2, 1),
           [3, 4], wanted(1, 1, 6, 1), [6, 0, 0, 8, 0, 0], w=W2)
WINDOWS.of("convolution_clamped", convolution(limits=(-1, 7)), given(1, 1, 3, 1), [3, 4, -4], wanted(1, 1, 3, 1),
           [6, 7, -1], w=W2)
WINDOWS.of("argmax_whole_picture",
           step(21, "XnnArgMaxPool", pooling_height=2, pooling_width=2, input="x", output_value="y", output_index="i"),
           given(1, 2, 2, 1), [3, 4, 9, 2], wanted(1, 1, 1, 1), [9], i=between(1, 1, 1, 1, dtype=12))
WINDOWS.of("pool_of_bytes_clamped", pool(MAXIMUM, limits=(-1, 2), pooling_width=2),
           given(1, 1, 4, 1, **scaled(scale=0.5)), [-8, -5, 9, -1], wanted(1, 1, 3, 1, **scaled(scale=0.5)), [-2, 4, 4])
WINDOWS.of("pool_clamped", pool(AVERAGE, limits=(-1, 2), pooling_width=2), given(1, 1, 4, 1), [-8, -4, 6, 1],
           wanted(1, 1, 3, 1), [-1, 1, 2])

# ==== Products ==================================================================================
PRODUCTS = Group("products")
PRODUCTS.of("product_of_vector", product(), given(3), [1, 2, 3], wanted(2), [14, 5],
            w=fixed(2, 3, data=floats(1, 2, 3, 0, 1, 1)))
PRODUCTS.of("product_of_floats_to_halves", product(limits=(0, 9)), given(1, 3), [1, 2, 3], wanted(1, 2, dtype=HALF),
            [9, 5], w=fixed(2, 3, data=floats(1, 2, 3, 0, 1, 1)))
PRODUCTS.of("product_transposed_filter", product(flags=1, bias="b"), given(1, 2), [1, 2], wanted(1, 3), [11, 23, 34],
            w=fixed(2, 3, data=floats(1, 3, 4, 0, 0, 0)), b=fixed(3, data=floats(10, 20, 30)))
PRODUCTS.of("matrices_of_2_axes", binary(37), given(2, 3), [1, 2, 3, 4, 5, 6], wanted(2, 2), [4, 5, 10, 11],
            w=fixed(3, 2, data=floats(1, 0, 0, 1, 1, 1)))
PRODUCTS.of("matrices_transposed", binary(37, flags=1), given(2, 3), [1, 2, 3, 4, 5, 6], wanted(2, 2), [4, 5, 10, 11],
            w=fixed(2, 3, data=floats(1, 0, 1, 0, 1, 1)))
PRODUCTS.of("matrices_of_4_axes", binary(37), given(2, 1, 1, 2), [1, 2, 3, 4], wanted(2, 2, 1, 1), [5, 14, 11, 32],
            w=fixed(2, 2, 1, data=floats(1, 2, 4, 5)))
PRODUCTS.of("matrices_of_6_axes", binary(37), given(1, 1, 1, 1, 1, 2), [1, 2], wanted(1, 1, 1, 1, 1, 1), [5],
            w=fixed(2, 1, data=floats(1, 2)))

# ==== Rows: integers of which the least is -128 and the greatest 127 are exact, and their halves ==
ROWS = Group("rows")
ROW, HALF_ROW = (-128, 127, 3, 1), (-64, 63.5, 1.5, 0.5)
FILTER = signed(1, 1, 0, 0, 0, 0, 1, 2)
ROWS.of("rows_on_entry", product(bias="b"), given(2, 4, entry=QINT8), [*ROW, *HALF_ROW], wanted(2, 2),
        [9.5, 30, 9.75, 25], w=fixed(2, 4, data=FILTER, **by_channel(0.5, 2)), b=fixed(2, data=floats(10, 20)))
ROWS.of("rows_on_entry_clamped", product(limits=(-0.25, 9)), given(2, 4, entry=QINT8), [*ROW, *HALF_ROW], wanted(2, 2),
        [-0.25, 9, -0.25, 5], w=fixed(2, 4, data=FILTER, **by_channel(0.5, 2)))
ROWS.of("rows_on_entry_in_columns", product(), given(2, 4, entry=QINT8, argument=dict(sizes=[4, 2], dim_order=[1, 0])),
        [*ROW, *HALF_ROW], wanted(2, 2), [-0.5, 10, -0.25, 5], w=fixed(2, 4, data=FILTER, **by_channel(0.5, 2)))
ROWS.of("rows_of_vector", [convert(output="q"), product(input1="q")], given(4), ROW, wanted(2), [-0.5, 10],
        q=between(4, **by_rows()), w=fixed(2, 4, data=FILTER, **by_channel(0.5, 2)))
ROWS.of("rows_of_blocks", [convert(output="q"), product(input1="q")], given(1, 4), ROW, wanted(1, 2),
        [-0.5 * 1.0078125, 2.5], q=between(1, 4, **by_rows()),
        w=fixed(2, 4, data=bytes((0x99, 0x88, 0x88, 0xa9)), **by_blocks(2, 0.504, 1, 1, 0.5)))
ROWS.of("rows_of_one_block", [convert(output="q"), product(input1="q")], given(1, 4), ROW, wanted(1, 2), [-0.5, 5],
        q=between(1, 4, **by_rows()), w=fixed(2, 4, data=bytes((0x99, 0x88, 0x88, 0xa9)), **by_blocks(4, 0.5, 1)))
ROWS.of("rows_of_nibbles", [convert(output="q"), product(input1="q")], given(1, 4), ROW, wanted(1, 2), [-0.5, 5],
        q=between(1, 4, **by_rows()),
        w=fixed(2, 4, data=bytes((0x99, 0x88, 0x88, 0xa9)), **by_channel(0.5, 1, dtype=QCINT4)))

# ==== Scales: the greatest ratios and the least =================================================
SCALES = Group("scales")
SCALES.of("ratio_converted_128", convert(), given(4, **scaled(scale=128.0, zero_point=1)), [1, 2, 0, -128],
          wanted(4, **scaled()), [0, 127, -128, -128])
SCALES.of("ratio_converted_least", convert(), given(4, **scaled(scale=2.0 ** -8, zero_point=-128)), [-1, 0, 127, -128],
          wanted(4, **scaled()), [0, 1, 1, 0])
SCALES.of("ratio_leaky", step(25, "XnnLeakyRelu", negative_slope=-128.0, input="x", output="y"),
          given(4, **scaled(zero_point=1)), [1, 9, 0, -1], wanted(4, **scaled(zero_point=-128)), [-128, -120, 0, 127])
SCALES.of("ratio_sum", binary(1), given(3, **scaled(scale=2.0 ** -10)), [0, -128, 127],
          wanted(3, **scaled(zero_point=-128)), [127, -128, 127],
          w=fixed(3, data=signed(1, 0, 1), **scaled(scale=255.0)))
SCALES.of("ratio_difference", binary(16), given(3, **scaled(scale=255.0)), [1, 0, 1],
          wanted(3, **scaled(zero_point=-128)), [127, -128, 127],
          w=fixed(3, data=signed(0, 127, -128), **scaled(scale=2.0 ** -10)))
SCALES.of("ratio_product", product(), given(1, 2, **scaled(scale=17.0)), [1, 0],
          wanted(1, 2, **scaled(zero_point=-128)), [127, -128],
          w=fixed(2, 2, data=signed(1, 0, 0, 1), **scaled(scale=15.0)))
SCALES.of("ratio_product_of_channels", product(), given(1, 2, **scaled(scale=17.0)), [1, 1],
          wanted(1, 2, **scaled(zero_point=-128)), [127, -111],
          w=fixed(2, 2, data=signed(1, 0, 0, 1), **by_channel(15, 1)))
SCALES.of("ratio_product_unsigned", product(), given(1, 2, **scaled(QUINT8, 17.0, 3)), [4, 3],
          wanted(1, 2, **scaled(QUINT8)), [255, 0],
          w=fixed(2, 2, data=bytes((128, 127, 127, 128)), **scaled(QUINT8, 15.0, 127)))
SCALES.of("clamped_bytes", step(6, "XnnUnary", (-1, 2), input="x", output="y"),
          given(4, **scaled(scale=0.5, zero_point=3)), [-128, 127, 1, 7], wanted(4, **scaled(scale=0.5, zero_point=3)),
          [1, 7, 1, 7])
SCALES.of("clamped_bytes_of_other_scale", step(6, "XnnUnary", (-1, 2), input="x", output="y"),
          given(4, **scaled(scale=0.5, zero_point=3)), [-128, 127, 2, 5],
          wanted(4, **scaled(scale=0.25, zero_point=-3)), [-7, 5, -5, 1])
SCALES.of("clamped_bytes_of_other_zero_point", step(6, "XnnUnary", (-1, 2), input="x", output="y"),
          given(4, **scaled(scale=0.5, zero_point=3)), [-128, 127, 2, 5], wanted(4, **scaled(scale=0.5, zero_point=0)),
          [-2, 4, -1, 2])
SCALES.of("halves_to_floats", convert(), given(3, dtype=HALF), [0.5, -2, 3], wanted(3), [0.5, -2, 3])

# The least that XNNPACK's own kernels take, which read operands, not constants: tests/xnnpack/rows.txt.
LEAST = Group("least")
LEAST.of("sum", binary(1, input2="x"), given(2, **scaled(zero_point=1)), [9, -9], wanted(2, **scaled()), [16, -20])
LEAST.of("difference", binary(16, input2="x"), given(2, **scaled()), [9, -9], wanted(2, **scaled(zero_point=3)), [3, 3])
LEAST.of("product", binary(15), given(2, **scaled(scale=2.0 ** -8, zero_point=-128)), [127, -64],
         wanted(2, **scaled()), [1, 0], w=given(2, data=[127, 0], **scaled(scale=2.0 ** -8, zero_point=-128)))

# ==== Means, resampling, softmax ================================================================
MEANS = Group("means")
MEANS.of("mean_clamped", step(19, "XnnUnary", (-1, 2), flags=0x40, input="x", output="y"), given(1, 2, 1, 3),
         [1, 1, -4, 6, 2, -1], wanted(1, 1, 1, 3), [2, 1.5, -1])
MEANS.of("mean_of_3_axes", unary(19, flags=0x40), given(2, 1, 2), [1, 2, 3, 6], wanted(1, 1, 2), [2, 4])
MEANS.of("mean_of_one_byte", unary(19, flags=0x40), given(1, 1, 1, 2, **scaled(scale=2.0, zero_point=1)), [5, -3],
         wanted(1, 1, 1, 2, **scaled()), [8, -8])
PICTURE = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12]
MEANS.of("resized_to_corner", step(9, "XnnResize", new_height=1, new_width=1, flags=8, input="x", output="y"),
         given(1, 3, 4, 1), PICTURE, wanted(1, 1, 1, 1), [1])
MEANS.of("resized_to_corners", step(9, "XnnResize", new_height=2, new_width=2, flags=8, input="x", output="y"),
         given(1, 3, 4, 1), PICTURE, wanted(1, 2, 2, 1), [1, 4, 9, 12])
MEANS.of("resized_legacy", step(9, "XnnResize", new_height=2, new_width=2, flags=4, input="x", output="y"),
         given(1, 3, 4, 1), PICTURE, wanted(1, 2, 2, 1), [1, 3, 7, 9])
MEANS.of("resized_by_centres", step(9, "XnnResize", new_height=1, new_width=2, input="x", output="y"),
         given(1, 3, 4, 1), PICTURE, wanted(1, 1, 2, 1), [5.5, 7.5])
MEANS.of("softmax_of_vector", unary(3), given(2), [0, math.log(3)], wanted(2), [0.25, 0.75])

# ==== Moves =====================================================================================
MOVES = Group("moves")
MOVES.of("transpose_of_6_axes", step(5, "XnnTranspose", num_dims=6, perm=[5, 4, 3, 2, 1, 0], input="x", output="y"),
         given(1, 2, 1, 2, 1, 2), [1, 2, 3, 4, 5, 6, 7, 8], wanted(2, 1, 2, 1, 2, 1), [1, 5, 3, 7, 2, 6, 4, 8])
MOVES.of("cat_with_nothing", step(32, "XnnCat", axis=0, input1="x", input2="w", output="y"), given(1, 2), [1, 2],
         wanted(1, 2), [1, 2], w=fixed(0, 2))
MOVES.of("cat_last_axis", step(32, "XnnCat", axis=1, input1="x", input2="w", output="y"), given(2, 1), [1, 2],
         wanted(2, 2), [1, 8, 2, 9], w=fixed(2, 1, data=floats(8, 9)))
MOVES.of("slice_from_end", step(35, "XnnSlice", num_dims=2, offsets=[2, 1], sizes=[0, 1], input="x", output="y"),
         given(2, 2), [1, 2, 3, 4], wanted(0, 1), [])
MOVES.of("slice_whole_axis", step(35, "XnnSlice", num_dims=2, offsets=[0, 1], sizes=[0, 1], input="x", output="y"),
         given(2, 2), [1, 2, 3, 4], wanted(2, 1), [2, 4])
MOVES.of("pad_of_bytes",
         step(10, "XnnPad", pre_paddings=[1], post_paddings=[2], padding_value=1.0, input="x", output="y"),
         given(2, **scaled(scale=0.5, zero_point=3)), [7, 8], wanted(5, **scaled(scale=0.5, zero_point=3)),
         [5, 7, 8, 5, 5])
MOVES.of("pad_of_bytes_far",
         step(10, "XnnPad", pre_paddings=[1], post_paddings=[0], padding_value=1e9, input="x", output="y"),
         given(2, **scaled(QUINT8)), [7, 8], wanted(3, **scaled(QUINT8)), [255, 7, 8])
for place, shape in (("first", [0, 2]), ("last", [3, 0])):
    MOVES.of(f"reshape_{place}_axis_open", step(20, "XnnReshape", num_dims=2, new_shape=shape, input="x", output="y"),
             given(2, 3), [1, 2, 3, 4, 5, 6], wanted(3, 2), [1, 2, 3, 4, 5, 6])
MOVES.of("reshape_to_number", step(20, "XnnReshape", num_dims=0, new_shape=[], input="x", output="y"), given(1, 1), [7],
         wanted(), [7])
MOVES.of("copied_bytes", unary(46), given(2, **scaled(scale=0.5, zero_point=3)), [1, -128],
         wanted(2, **scaled(scale=0.5, zero_point=3)), [1, -128])


# ==== The graph =================================================================================
GRAPH = Group("graph")
GRAPH.values["clamp of a result z"] = wanted(2, **scaled())
GRAPH.numbers["clamp of a result z"] = [5, -9]
GRAPH.of("clamp of a result", [step(6, "XnnUnary", (-100, 5), input="x", output="z"),
                               step(6, "XnnUnary", (-3, 3), input="z", output="y")],
         given(2, **scaled()), [9, -9], wanted(2, **scaled()), [3, -3])
GRAPH.of("clamp read once", [step(6, "XnnUnary", (-100, 5), input="x", output="z"),
                             step(6, "XnnUnary", (-3, 9), input="z", output="y")],
         given(2, **scaled()), [9, -9], wanted(2, **scaled(scale=2.0)), [2, -2], z=between(2, **scaled()))
GRAPH.of("clamp read twice", [step(6, "XnnUnary", (-100, 5), input="x", output="z"),
                              step(6, "XnnUnary", (-3, 3), input="z", output="c"), binary(1, input1="z", input2="c")],
         given(2, **scaled()), [9, -9], wanted(2, **scaled()), [8, -12], z=between(2, **scaled()),
         c=between(2, **scaled()))
GRAPH.of("range of one number", binary(1, (3, 3)), given(2), [2, 9], wanted(2), [3, 3], w=fixed(2))
GRAPH.of("two nodes", [binary(1, (-9, 9), output="z"), unary(30, input="z")], given(2), [2, 1], wanted(2), [3, 1],
         w=fixed(2, data=floats(1, -2)), z=between(2))


def numbered(m):
    """The numbers of values are no indices."""
    def number(i):
        return 0xFFFFFFFE - 70 * i if i % 3 else i

    for v in m.graph["xvalues"]:
        tensor = v["xvalue_union"].get("tensor_value", v["xvalue_union"])
        tensor["id_out"] = number(tensor["id_out"])
    for n in m.graph["xnodes"]:
        n["xnode_union"].update({f: number(i) for f, i in n["xnode_union"].items() if f.endswith("_id")})


GRAPH.edit = numbered
