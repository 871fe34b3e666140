# SPDX-License-Identifier: 0BSD
"""Programs of the XNNPACK delegate with a node that ptec refuses, though its file is sound."""
from damage import add
from xnn_graphs import (AVERAGE, CONV2D, DEPTHWISE, HALF, INT32, MAXIMUM, QCINT4, QINT8, QINT32, QUINT8, TRANSPOSED,
                        GraphModel, between, binary, by_blocks, by_channel, by_rows, convert, convolution, fixed, given,
                        pool, product, scaled, step, unary, wanted)


def refused(name, values, *steps):
    add("xnnpack_" + name, lambda m: None, lambda: GraphModel(values, steps))


def of(name, node, *, x=None, y=None, **more):
    """One node from x to y; values behind them are `more`."""
    refused(name, dict(x=x, **more, y=y), node)


# ==== Windows ===================================================================================
PICTURE, POINT = given(1, 4, 4, 2), fixed(2, 1, 1, 2)


def windows(name, **fields):
    of("window_" + name, convolution(**fields), x=PICTURE, w=POINT, y=wanted(1, 4, 4, 2))


windows("kernel_0", kernel_width=0)
windows("stride_0", subsampling_height=0)
windows("dilation_0", dilation_width=0)
windows("padding_large", padding_top=32768)
windows("other_than_filter", kernel_width=2)
windows("groups_0", groups=0)
windows("groups_do_not_divide", groups=3)
windows("channels_do_not_fit", groups=2)
of("window_beyond_picture", convolution(kernel_height=5), x=PICTURE, w=fixed(2, 5, 1, 2), y=wanted(1, 0, 4, 2))
of("window_bias_short", convolution(bias="b"), x=PICTURE, w=POINT, b=fixed(1), y=wanted(1, 4, 4, 2))
of("transposed_groups_0", convolution(TRANSPOSED, groups=0), x=PICTURE, w=POINT, y=wanted(1, 4, 4, 2))
of("transposed_groups_do_not_divide", convolution(TRANSPOSED, groups=2), x=PICTURE, w=fixed(3, 1, 1, 1),
   y=wanted(1, 4, 4, 3))
of("transposed_adjustment_large", convolution(TRANSPOSED, adjustment_width=32768), x=PICTURE, w=POINT,
   y=wanted(1, 4, 4, 2))
of("transposed_cut_to_nothing", convolution(TRANSPOSED, padding_top=2, padding_bottom=2), x=PICTURE, w=POINT,
   y=wanted(1, 0, 4, 2))
of("transposed_channels_do_not_fit", convolution(TRANSPOSED), x=PICTURE, w=fixed(2, 1, 1, 3), y=wanted(1, 4, 4, 2))
of("transposed_bias_short", convolution(TRANSPOSED, bias="b"), x=PICTURE, w=POINT, b=fixed(1), y=wanted(1, 4, 4, 2))
of("pool_dilation_0", pool(MAXIMUM, dilation_height=0), x=PICTURE, y=wanted(1, 4, 4, 2))
of("pool_of_other_scale", pool(MAXIMUM), x=given(1, 4, 4, 2, **scaled()), y=wanted(1, 4, 4, 2, **scaled(scale=2.0)))
of("pool_of_matrix", pool(AVERAGE), x=given(4, 2), y=wanted(4, 2))
for side in ("top", "right", "bottom", "left"):
    of(f"argmax_padding_{side}", step(21, "XnnArgMaxPool", pooling_height=2, pooling_width=2, input="x",
                                      output_value="y", output_index="i", **{f"padding_{side}": 1}),
       x=PICTURE, i=wanted(1, 2, 2, 2, dtype=INT32), y=wanted(1, 2, 2, 2))
of("argmax_window_beyond_picture", step(21, "XnnArgMaxPool", pooling_height=5, pooling_width=2, input="x",
                                        output_value="y", output_index="i"),
   x=PICTURE, i=wanted(1, 0, 2, 2, dtype=INT32), y=wanted(1, 0, 2, 2))


# ==== Products ==================================================================================
of("product_of_number", product(), x=given(), w=fixed(1, 1), y=wanted())
of("product_features", product(), x=given(2, 3), w=fixed(4, 2), y=wanted(2, 4))
of("product_features_transposed", product(flags=1), x=given(2, 3), w=fixed(4, 3), y=wanted(2, 3))
of("product_filter_of_3_axes", product(), x=given(2, 3), w=fixed(1, 4, 3), y=wanted(2, 4))
of("product_bias_short", product(bias="b"), x=given(2, 3), w=fixed(4, 3), b=fixed(3), y=wanted(2, 4))
of("product_weights_alone_quantised", product(), x=given(2, 3), w=fixed(4, 3, **by_channel(1, 1, 1, 1)), y=wanted(2, 4))
MULTIPLY = binary(37)
of("matrices_first_row", MULTIPLY, x=given(3), w=given(3, 2), y=wanted(1, 2))
of("matrices_second_row", MULTIPLY, x=given(2, 3), w=given(3), y=wanted(2, 1))
of("matrices_inner_sizes", MULTIPLY, x=given(2, 3), w=given(2, 4), y=wanted(2, 4))
of("matrices_flags_unknown", binary(37, flags=2), x=given(2, 3), w=given(3, 2), y=wanted(2, 2))
of("matrices_of_bytes", MULTIPLY, x=given(2, 3, **scaled()), w=given(3, 2, **scaled()), y=wanted(2, 2, **scaled()))
of("matrices_batches", MULTIPLY, x=given(2, 2, 3), w=given(3, 3, 2), y=wanted(2, 2, 2))


def of_rows(name, node, *, x, y, axes=1, rows=None, **more):
    """The node reads q, the rows of x."""
    refused(name, dict(x=x, q=between(*(rows or x.sizes), **by_rows(axes)), **more, y=y), convert(output="q"), node)


ROWS = binary(37, input1="q")
of_rows("rows_times_row", ROWS, x=given(2, 3), w=fixed(3, **by_channel(1, 1, 1)), y=wanted(2, 3))
of_rows("row_times_matrix", ROWS, x=given(3), w=fixed(3, 2, **by_channel(1, 1, channel_dim=1)), y=wanted(2))
of_rows("rows_times_matrices", ROWS, x=given(2, 2, 3), w=fixed(2, 3, 2, **by_channel(1, 1, channel_dim=2)),
        y=wanted(2, 2, 2))
of_rows("rows_times_more_axes", ROWS, x=given(2, 3), w=fixed(1, 3, 2, **by_channel(1, 1, channel_dim=2)),
        y=wanted(2, 2))
of_rows("rows_times_blocks_of_columns", ROWS, x=given(2, 4), w=fixed(4, 8, **by_blocks(4, *[1] * 8)), y=wanted(2, 8))
of_rows("rows_blocks_of_columns", product(input1="q"), x=given(2, 8), w=fixed(4, 8, **by_blocks(4, *[1] * 8, axis=1)),
        y=wanted(2, 4))
of_rows("rows_inner_sizes", ROWS, x=given(2, 3), w=fixed(2, 2, **by_channel(1, 1, channel_dim=1)), y=wanted(2, 2))
of_rows("rows_scales_of_other_axis", ROWS, x=given(2, 3), w=fixed(3, 2, **by_channel(1, 1, 1)), y=wanted(2, 2))
of_rows("rows_times_one_scale", ROWS, x=given(2, 3), w=fixed(3, 2, **scaled()), y=wanted(2, 2))
of_rows("rows_times_floats", product(input1="q"), x=given(2, 3), w=fixed(4, 3), y=wanted(2, 4))
of_rows("rows_filter_by_inner", product(input1="q"), x=given(2, 3), w=fixed(4, 3, **by_channel(1, 1, 1, channel_dim=1)),
        y=wanted(2, 4))
of_rows("rows_filter_transposed", product(input1="q", flags=1), x=given(2, 3), w=fixed(3, 4, **by_channel(1, 1, 1)),
        y=wanted(2, 4))
of_rows("rows_bias_of_halves", product(input1="q", bias="b"), x=given(2, 3), w=fixed(4, 3, **by_channel(1, 1, 1, 1)),
        b=fixed(4, dtype=HALF), y=wanted(2, 4))
of_rows("rows_of_2_axes", product(input1="q"), x=given(2, 3), w=fixed(4, 3, **by_channel(1, 1, 1, 1)), y=wanted(2, 4),
        axes=2)
of_rows("rows_longer_than_operand", product(input1="q"), x=given(2, 3), w=fixed(4, 3, **by_channel(1, 1, 1, 1)),
        y=wanted(2, 4), rows=(1, 2, 3), axes=3)
of_rows("rows_convolved_alone", convolution(input1="q", kernel_height=2), x=PICTURE,
        w=fixed(2, 2, 1, 2, **by_channel(1, 1)), y=wanted(1, 3, 4, 2))
of_rows("rows_to_bytes", convert(input="q"), x=given(2, 3), y=wanted(2, 3, **scaled()))
of_rows("rows_to_floats", convert(input="q"), x=given(2, 3), y=wanted(2, 3))
of_rows("rows_to_rows", convert(input="q", output="r"), x=given(2, 3), r=between(2, 3, **by_rows()), y=wanted(2, 3))
def nibbles_overlap(m):
    """Weights of 4 bits become bytes; these matrices would make more of them than a small file may."""
    m.constant_bytes = m.constant_bytes[:4096 + 16]
    for i, entry in enumerate(m.graph["constant_data"][1:]):
        entry["offset"] = i


MATRICES = range(16)
add("xnnpack_rows_nibbles_overlap", nibbles_overlap, lambda: GraphModel(
    dict(x=given(1, 4096), q=between(1, 4096, **by_rows()), y=wanted(1, 4096),
         **{f"w{i}": fixed(2, 4096, **by_channel(1, 1, dtype=QCINT4)) for i in MATRICES},
         **{f"y{i}": between(1, 2) for i in MATRICES}),
    [convert(output="q"), *(product(input1="q", filter=f"w{i}", output=f"y{i}") for i in MATRICES), unary(30)]))
of_rows("rows_nibbles_odd", product(input1="q"), x=given(2, 3), w=fixed(2, 3, **by_channel(1, 1, dtype=QCINT4)),
        y=wanted(2, 2))
of_rows("rows_from_bytes", product(input1="q"), x=given(2, 3, **scaled()), w=fixed(4, 3, **by_channel(1, 1, 1, 1)),
        y=wanted(2, 4))
of("rows_wanted", convert(), x=given(2, 3), y=wanted(2, 3, **by_rows()))
of("rows_computed_too_late", product(input1="q"), x=given(2, 3), q=between(2, 3, **by_rows()),
   w=fixed(4, 3, **by_channel(1, 1, 1, 1)), y=wanted(2, 4))
of("rows_on_entry_of_halves", product(), x=given(2, 3, dtype=HALF, entry=QINT8),
   w=fixed(4, 3, **by_channel(1, 1, 1, 1)), y=wanted(2, 4))
of("rows_on_entry_unsigned", product(), x=given(2, 3, entry=QUINT8), w=fixed(4, 3, **by_channel(1, 1, 1, 1)),
   y=wanted(2, 4))
of("rows_on_entry_of_result", unary(30), x=given(2, 3), y=wanted(2, 3, entry=QINT8))
of("rows_on_entry_of_number", unary(30), x=given(entry=QINT8), y=wanted())
of("rows_on_entry_of_map", unary(30), x=given(2, 3, entry=QINT8), y=wanted(2, 3))
of("rows_from_outside", product(), x=given(2, 3, **by_rows()), w=fixed(4, 3, **by_channel(1, 1, 1, 1)), y=wanted(2, 4))
of("rows_of_pixels_from_outside", convolution(), x=given(1, 2, 2, 2, **by_rows(3)),
   w=fixed(2, 1, 1, 2, **by_channel(1, 1)), y=wanted(1, 2, 2, 2))


# ==== Types that do not go together =============================================================
ROWS_OF_2 = by_channel(1, 1)
of("mixed_floats_to_bytes", product(), x=given(2, 3), w=fixed(2, 3), y=wanted(2, 2, **scaled()))
of("mixed_bytes_to_floats", product(), x=given(2, 3, **scaled()), w=fixed(2, 3, **ROWS_OF_2), y=wanted(2, 2))
of("mixed_bias_of_integers", product(bias="b"), x=given(2, 3), w=fixed(2, 3), b=fixed(2, **scaled(QINT32)),
   y=wanted(2, 2))
of("mixed_bias_of_plain_integers", product(bias="b"), x=given(2, 3), w=fixed(2, 3), b=fixed(2, dtype=INT32),
   y=wanted(2, 2))
of("mixed_bias_of_bytes", product(bias="b"), x=given(2, 3, **scaled()), w=fixed(2, 3, **ROWS_OF_2),
   b=fixed(2, **scaled()), y=wanted(2, 2, **scaled()))
of("mixed_bias_of_floats", product(bias="b"), x=given(2, 3, **scaled()), w=fixed(2, 3, **ROWS_OF_2), b=fixed(2),
   y=wanted(2, 2, **scaled()))
of("mixed_signs", product(), x=given(2, 3, **scaled(QUINT8)), w=fixed(2, 3, **scaled()),
   y=wanted(2, 2, **scaled(QUINT8)))
of("mixed_signs_of_channels", product(), x=given(2, 3, **scaled(QUINT8)), w=fixed(2, 3, **ROWS_OF_2),
   y=wanted(2, 2, **scaled(QUINT8)))
of("mixed_signs_of_result", product(), x=given(2, 3, **scaled()), w=fixed(2, 3, **ROWS_OF_2),
   y=wanted(2, 2, **scaled(QUINT8)))
of("mixed_filter_with_zero_point", product(), x=given(2, 3, **scaled()), w=fixed(2, 3, **scaled(zero_point=1)),
   y=wanted(2, 2, **scaled()))
of("mixed_channels_of_inner", product(), x=given(2, 3, **scaled()), w=fixed(2, 3, **by_channel(1, 1, 1, channel_dim=1)),
   y=wanted(2, 2, **scaled()))
of("mixed_floats_in_filter", product(), x=given(2, 3, **scaled()), w=fixed(2, 3), y=wanted(2, 2, **scaled()))
of("mixed_matrices_to_bytes", MULTIPLY, x=given(2, 3), w=given(3, 2), y=wanted(2, 2, **scaled()))
of("mixed_matrix_of_bytes", MULTIPLY, x=given(2, 3, **scaled()), w=given(3, 2), y=wanted(2, 2))
of_rows("mixed_rows_to_bytes", product(input1="q"), x=given(2, 3), w=fixed(2, 3, **ROWS_OF_2),
        y=wanted(2, 2, **scaled()))
of_rows("mixed_rows_of_matrices_to_bytes", ROWS, x=given(2, 3), w=fixed(3, 2, **by_channel(1, 1, channel_dim=1)),
        y=wanted(2, 2, **scaled()))
of("mixed_convolution_to_bytes", convolution(), x=PICTURE, w=POINT, y=wanted(1, 4, 4, 2, **scaled()))
of("mixed_convolution_to_floats", convolution(), x=given(1, 4, 4, 2, **scaled()), w=fixed(2, 1, 1, 2, **ROWS_OF_2),
   y=wanted(1, 4, 4, 2))
of("mixed_convolution_weights_alone", convolution(), x=PICTURE, w=fixed(2, 1, 1, 2, **ROWS_OF_2), y=wanted(1, 4, 4, 2))
of("mixed_convolution_bias", convolution(bias="b"), x=PICTURE, w=POINT, b=fixed(2, **scaled(QINT32)),
   y=wanted(1, 4, 4, 2))
of("mixed_integers_to_floats", convert(), x=given(2, 3, **scaled(QINT32)), y=wanted(2, 3))
of("mixed_integers", unary(30), x=given(2, 3, **scaled(QINT32)), y=wanted(2, 3, **scaled(QINT32, scale=2.0)))
of("mixed_mean", unary(19, flags=0x40), x=given(1, 2, 3, 2, **scaled()), y=wanted(1, 1, 1, 2))
of("mixed_softmax", unary(3), x=given(2, 3, **scaled()), y=wanted(2, 3, **scaled()))


# ==== Scales of bytes ===========================================================================
def ratio(name, node, numerator, dtype=QINT8, w=None, to=1.0, **more):
    """The scale of x divided by that of y is the number."""
    of("ratio_" + name, node, x=given(2, 2, **scaled(dtype, scale=numerator)), **({"w": w} if w else {}), **more,
       y=wanted(2, 2, **scaled(dtype, scale=to)))


def bytes_of(scale, dtype=QINT8, zero_point=0):
    return fixed(2, 2, **scaled(dtype, scale=scale, zero_point=zero_point))


ratio("converted_large", convert(), 128.5)
ratio("converted_small", convert(), 2.0 ** -9)
ratio("leaky_large", step(25, "XnnLeakyRelu", negative_slope=0.5, input="x", output="y"), 128.5)
ratio("leaky_slope_large", step(25, "XnnLeakyRelu", negative_slope=-128.5, input="x", output="y"), 1.0)
ratio("leaky_slope_small", step(25, "XnnLeakyRelu", negative_slope=0.001, input="x", output="y"), 1.0)
ratio("sum_large", binary(1), 256.0, w=bytes_of(1.0))
ratio("sum_second_large", binary(1), 1.0, w=bytes_of(256.0))
ratio("sum_small", binary(1), 2.0 ** -10 * 0.99, w=bytes_of(1.0))
ratio("difference_second_small", binary(16), 1.0, w=bytes_of(2.0 ** -10 * 0.99))
ratio("product_large", product(), 16.0, w=bytes_of(16.0))
ratio("product_of_channel_large", product(), 16.0, w=fixed(2, 2, **by_channel(1, 16)))
ratio("product_unsigned_large", product(), 16.0, QUINT8, w=bytes_of(16.0, QUINT8, 127))
of("mean_of_nothing", unary(19, flags=0x40), x=given(1, 0, 2, 2, **scaled()), y=wanted(1, 1, 1, 2, **scaled()))
of("mean_of_8388608", unary(19, flags=0x40), x=given(1, 4096, 2048, 1, **scaled()), y=wanted(1, 1, 1, 1, **scaled()))


def same_scale(name, node, **quant):
    """x has scale 1 and zero point 0, y something else."""
    of("moved_" + name, node, x=given(2, 2, **scaled()), y=wanted(2, 2, **quant))


same_scale("copy_of_other_scale", unary(46), **scaled(scale=2.0))
same_scale("copy_of_other_zero_point", unary(46), **scaled(zero_point=1))
same_scale("copy_of_other_sign", unary(46), **scaled(QUINT8))
same_scale("transpose_of_other_scale", step(5, "XnnTranspose", num_dims=2, perm=[1, 0], input="x", output="y"),
           **scaled(scale=2.0))
same_scale("slice_of_other_scale",
           step(35, "XnnSlice", num_dims=2, offsets=[0, 0], sizes=[2, 2], input="x", output="y"), **scaled(scale=2.0))
same_scale("pad_of_other_scale", step(10, "XnnPad", pre_paddings=[0, 0], post_paddings=[0, 0], input="x", output="y"),
           **scaled(scale=2.0))
same_scale("reshape_of_other_scale", step(20, "XnnReshape", num_dims=2, new_shape=[2, 2], input="x", output="y"),
           **scaled(scale=2.0))
of("moved_cat_of_other_scale", step(32, "XnnCat", axis=0, input1="x", input2="w", output="y"),
   x=given(1, 2, **scaled()), w=fixed(1, 2, **scaled(scale=2.0)), y=wanted(2, 2, **scaled()))


# ==== Means, resampling, softmax, attention =====================================================
of("mean_without_axes", unary(19), x=PICTURE, y=wanted(1, 2))
of("mean_of_matrix", unary(19, flags=0x40), x=given(4, 2), y=wanted(1, 1))
of("mean_flags_unknown", unary(19, flags=0x41), x=PICTURE, y=wanted(1, 1, 1, 2))
of("softmax_of_number", unary(3), x=given(), y=wanted())
RESIZE = step(9, "XnnResize", new_height=2, new_width=2, input="x", output="y")
of("resized_bytes", RESIZE, x=given(1, 4, 4, 2, **scaled()), y=wanted(1, 2, 2, 2, **scaled()))
of("resized_to_nothing", step(9, "XnnResize", new_height=2, new_width=0, input="x", output="y"), x=PICTURE,
   y=wanted(1, 2, 0, 2))
of("resized_nothing", RESIZE, x=given(1, 0, 4, 2), y=wanted(1, 2, 2, 2))
of("resized_flags_unknown", step(9, "XnnResize", new_height=2, new_width=2, input="x", output="y", flags=2), x=PICTURE,
   y=wanted(1, 2, 2, 2))


def attention(name, **other):
    values = {"query": given(1, 1, 2, 3), "key": given(1, 1, 4, 3), "value": given(1, 1, 4, 5), "scale": fixed(3),
              "mask": fixed(2, 4), "y": wanted(1, 1, 2, 5), **other}
    refused("attention_" + name, values, step(36, "XnnAttention", output="y", **{v: v for v in values if v != "y"}))


attention("of_halves", value=given(1, 1, 4, 5, dtype=HALF))
attention("mask_of_halves", mask=fixed(2, 4, dtype=HALF))
attention("query_of_3_axes", query=given(1, 2, 3))
attention("scale_of_2_axes", scale=fixed(1, 3))
attention("mask_of_1_axis", mask=fixed(4))
attention("depths_differ", key=given(1, 1, 4, 2))
attention("values_missing", value=given(1, 1, 3, 5))
attention("scale_short", scale=fixed(2))
attention("mask_of_other_queries", mask=fixed(3, 4))
attention("mask_of_other_keys", mask=fixed(2, 3))


# ==== Moves =====================================================================================
of("cat_axis_unknown", step(32, "XnnCat", axis=2, input1="x", input2="w", output="y"), x=given(1, 2), w=fixed(1, 2),
   y=wanted(1, 2))
of("cat_of_other_rank", step(32, "XnnCat", axis=0, input1="x", input2="w", output="y"), x=given(1, 2), w=fixed(1, 1, 2),
   y=wanted(2, 2))
of("cat_of_other_extents", step(32, "XnnCat", axis=0, input1="x", input2="w", output="y"), x=given(1, 2), w=fixed(1, 3),
   y=wanted(2, 2))
of("slice_offset_beyond_end", step(35, "XnnSlice", num_dims=1, offsets=[3], sizes=[1], input="x", output="y"),
   x=given(2), y=wanted(0))
of("slice_offsets_missing", step(35, "XnnSlice", num_dims=2, offsets=[0], sizes=[1, 2], input="x", output="y"),
   x=given(2, 2), y=wanted(1, 2))
of("slice_sizes_missing", step(35, "XnnSlice", num_dims=2, offsets=[0, 0], sizes=[1], input="x", output="y"),
   x=given(2, 2), y=wanted(1, 2))
of("pad_before_missing", step(10, "XnnPad", pre_paddings=[0], post_paddings=[0, 0], input="x", output="y"),
   x=given(2, 2), y=wanted(2, 2))
of("pad_behind_missing", step(10, "XnnPad", pre_paddings=[0, 0], post_paddings=[0], input="x", output="y"),
   x=given(2, 2), y=wanted(2, 2))
of("reshape_two_axes_open", step(20, "XnnReshape", num_dims=2, new_shape=[0, 0], input="x", output="y"), x=given(2, 2),
   y=wanted(2, 2))
of("reshape_of_other_size", step(20, "XnnReshape", num_dims=2, new_shape=[2, 3], input="x", output="y"), x=given(2, 2),
   y=wanted(2, 3))
of("reshape_does_not_divide", step(20, "XnnReshape", num_dims=2, new_shape=[3, 0], input="x", output="y"),
   x=given(2, 2), y=wanted(3, 1))
of("transpose_axis_twice", step(5, "XnnTranspose", num_dims=2, perm=[1, 1], input="x", output="y"), x=given(2, 2),
   y=wanted(2, 2))
for title, kind, table in (("softmax", 3, "XnnUnary"), ("clamp", 6, "XnnUnary"), ("convert", 18, "XnnUnary"),
                           ("map", 30, "XnnUnary"), ("copy", 46, "XnnUnary"), ("leaky", 25, "XnnLeakyRelu")):
    of(f"flags_of_{title}", step(kind, table, input="x", output="y", flags=1), x=given(2, 2), y=wanted(2, 2))
for title, kind in (("sum", 1), ("product", 15), ("difference", 16)):
    of(f"flags_of_{title}", binary(kind, flags=1), x=given(2, 2), w=given(2, 2), y=wanted(2, 2))
for title, kind in (("convolution", CONV2D), ("depthwise", DEPTHWISE), ("transposed", TRANSPOSED)):
    of(f"flags_of_{title}", convolution(kind, flags=1), x=PICTURE, w=fixed(2, 1, 1, 2), y=wanted(1, 4, 4, 2))
of("flags_of_linear", product(flags=2), x=given(2, 2), w=fixed(2, 2), y=wanted(2, 2))
of("flags_of_pool", pool(MAXIMUM, flags=1), x=PICTURE, y=wanted(1, 4, 4, 2))
of("flags_of_argmax", step(21, "XnnArgMaxPool", pooling_height=2, pooling_width=2, input="x", output_value="y",
                           output_index="i", flags=1), x=PICTURE, i=wanted(1, 2, 2, 2, dtype=INT32),
   y=wanted(1, 2, 2, 2))
of("flags_of_cat", step(32, "XnnCat", axis=0, input1="x", input2="w", output="y", flags=1), x=given(1, 2),
   w=fixed(1, 2), y=wanted(2, 2))
of("flags_of_slice", step(35, "XnnSlice", num_dims=1, offsets=[0], sizes=[1], input="x", output="y", flags=1),
   x=given(2), y=wanted(1))
of("flags_of_pad", step(10, "XnnPad", pre_paddings=[0], post_paddings=[0], input="x", output="y", flags=1), x=given(2),
   y=wanted(2))
of("flags_of_reshape", step(20, "XnnReshape", num_dims=1, new_shape=[2], input="x", output="y", flags=1), x=given(2),
   y=wanted(2))
of("flags_of_transpose", step(5, "XnnTranspose", num_dims=1, perm=[0], input="x", output="y", flags=1), x=given(2),
   y=wanted(2))
