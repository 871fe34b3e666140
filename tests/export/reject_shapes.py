# SPDX-License-Identifier: 0BSD
"""Calls of operators whose operands have a rank, a shape or a type of elements that the operator does not take."""
from programs import BOOL, F16, F32, I64, Table, tensor
from reject_operators import C64, MANY, refused

F64, I8, I32, U16 = 7, 1, 3, 27
BIG = 1 << 31


def doubles(*items):
    return Table("EValue", val_type=8, val=Table("DoubleList", items=list(items)))


# ==== Windows ===================================================================================
for rank in 2, 5:
    refused(f"max_pool_of_rank_{rank}", "aten::max_pool2d_with_indices.out", tensor(*[4] * rank), [2, 2], [], 0, [1, 1],
            False, tensor(*[2] * rank), tensor(*[2] * rank, dtype=I64), results=2)
for rank in 3, 6:
    refused(f"avg_pool3d_of_rank_{rank}", "aten::avg_pool3d.out", tensor(*[4] * rank), [2] * 3, [], [], False, True,
            None, tensor(*[2] * rank))
for rank in 2, 5:
    refused(f"adaptive_pool_of_rank_{rank}", "aten::_adaptive_avg_pool2d.out", tensor(*[4] * rank), [2, 2],
            tensor(*[2] * rank))
refused("adaptive_pool_to_nothing", "aten::_adaptive_avg_pool2d.out", tensor(1, 4, 4), [2, 0], tensor(1, 2, 0))
refused("adaptive_pool_of_no_rows", "aten::_adaptive_avg_pool2d.out", tensor(1, 0, 4), [1, 2], tensor(1, 1, 2))
refused("adaptive_pool_of_many", "aten::_adaptive_avg_pool2d.out", tensor(1, 32768, 1), [1, 1], tensor(1, 1, 1))
refused("adaptive_pool_to_many", "aten::_adaptive_avg_pool2d.out", tensor(1, 1, 1), [1, 32768], tensor(1, 1, 32768))
refused("adaptive_pool_to_one_size", "aten::_adaptive_avg_pool2d.out", tensor(1, 4, 4), [2], tensor(1, 2, 2))


def average(name, padding, divisor=None, kernel=(2, 2), size=3):
    refused(f"avg_pool_{name}", "aten::avg_pool2d.out", tensor(1, 4, 4), list(kernel), [2, 2], padding, False, True,
            divisor, tensor(1, size, size))


average("padding_above_half", [2, 1])
average("divisor_0", [1, 1], divisor=0)
average("divisor_large", [1, 1], divisor=BIG)
average("divisor_low", [1, 1], divisor=-BIG - 1)
average("padding_of_3_axes", [1, 1, 1])


def convolution(name, image, weight, transposed=False, groups=1, out=(1, 1, 1)):
    refused(f"conv_{name}", "aten::convolution.out", tensor(*image), tensor(*weight), None, [1], [0], [1], transposed,
            [0], groups, tensor(*out))


convolution("of_rank_2", (1, 4), (1, 4))
convolution("of_rank_6", (1, 1, 2, 2, 2, 2), (1, 1, 1, 1, 1, 1))
convolution("transposed_groups_do_not_divide", (1, 3, 4), (3, 1, 1), True, 2, (1, 2, 4))
convolution("transposed_groups_0", (1, 3, 4), (3, 1, 1), True, 0, (1, 2, 4))
convolution("transposed_17_taps_deep", (1, 1, 2, 2, 2), (1, 1, 17, 1, 1), True, 1, (1, 1, 18, 2, 2))


def backward(name, rank, transposed=False, grad=None):
    refused(f"conv_backward_{name}", "aten::convolution_backward.out", tensor(*grad or [1] * rank),
            tensor(*[1] * rank), tensor(*[1] * rank), None, [1], [0], [1], transposed, [0], 1,
            Table("EValue", val_type=9, val=Table("BoolList", items=[1, 1, 1])), tensor(*[1] * rank),
            tensor(*[1] * rank), tensor(1), results=3)


backward("of_rank_2", 2)
backward("of_rank_5", 5)
backward("transposed", 3, True)
backward("of_other_positions", 3, grad=(1, 1, 2))
backward("of_other_channels", 3, grad=(1, 2, 1))

# ==== Axes and parts ============================================================================
refused("roll_of_two_along_one", "aten::roll.out", tensor(2, 2), [1, 1], [0], tensor(2, 2))
refused("pad_of_3_widths", "aten::constant_pad_nd.out", tensor(4), [1, 1, 1], 0, tensor(6))
refused("pad_of_more_axes", "aten::constant_pad_nd.out", tensor(4), [1, 1, 0, 0], 0, tensor(6))
refused("reflection_pad_of_other_widths", "aten::reflection_pad2d.out", tensor(1, 4, 4), [1, 1], tensor(1, 4, 6))
refused("reflection_pad_of_vector", "aten::reflection_pad2d.out", tensor(4), [1, 1, 1, 1], tensor(6))
refused("view_of_other_count", "aten::view_copy.out", tensor(2, 3), [2, 2], tensor(2, 2))
refused("transpose_of_3_axes", "aten::t_copy.out", tensor(2, 2, 2), tensor(2, 2, 2))
refused("unbind_of_number", "aten::unbind_copy.int_out", tensor(), 0, [tensor()])
refused("unbind_to_fewer", "aten::unbind_copy.int_out", tensor(3, 2), 0, [tensor(2), tensor(2)])
refused("pieces_of_negative_size", "aten::split_with_sizes_copy.out", tensor(4), [-1, 5], 0, [tensor(0), tensor(5)])
refused("pieces_of_missing_size", "aten::split_with_sizes_copy.out", tensor(4), [4], 0, [tensor(4), tensor(0)])
refused("pieces_of_number", "aten::split_with_sizes_copy.out", tensor(), [1], 0, [tensor()])
refused("pieces_of_less", "aten::split_with_sizes_copy.out", tensor(4), [1, 2], 0, [tensor(1), tensor(2)])
refused("split_into_fewer", "aten::split_copy.Tensor_out", tensor(5), 2, 0, [tensor(2), tensor(2)])
refused("chunks_of_number", "aten::chunk.out", tensor(), 1, 0, [tensor()])
refused("slice_of_no_axis", "aten::slice_copy.Tensor_out", tensor(), 0, 0, 1, 1, tensor())
refused("slice_step_0", "aten::slice_copy.Tensor_out", tensor(4), 0, 0, 4, 0, tensor(4))
refused("select_of_number", "aten::select_copy.int_out", tensor(), 0, 0, tensor())
for title, index in ("behind_end", 4), ("before_start", -5):
    refused(f"select_{title}", "aten::select_copy.int_out", tensor(4), 0, index, tensor())
refused("diagonal_of_one_axis", "aten::diagonal_copy.out", tensor(3, 3), 0, 1, -1, tensor(3))
refused("permute_of_fewer_axes", "aten::permute_copy.out", tensor(2, 2), [0], tensor(2, 2))
refused("repeat_of_fewer_axes", "aten::repeat.out", tensor(2, 2), [2], tensor(4))
refused("as_strided_without_stride", "aten::as_strided_copy.out", tensor(4), [2, 2], [1], 0, tensor(2, 2))
refused("triangle_of_vector", "aten::tril.out", tensor(4), 0, tensor(4))

# ==== Indices ===================================================================================
refused("gather_of_other_rank", "aten::gather.out", tensor(2, 2), 0, tensor(2, dtype=I64), False, tensor(2))
refused("scatter_of_other_rank", "aten::scatter.src_out", tensor(2, 2), 0, tensor(2, 2, dtype=I64), tensor(2),
        tensor(2, 2))
refused("scatter_in_no_such_way", "aten::scatter_reduce.two_out", tensor(2), 0, tensor(2, dtype=I64), tensor(2),
        "median", True, tensor(2))
refused("index_select_by_bytes", "aten::index_select.out", tensor(4), 0, tensor(2, dtype=I8), tensor(2))
refused("masked_select_by_numbers", "aten::masked_select.out", tensor(4), tensor(4, dtype=I64),
        tensor(4, shape_dynamism=1))
refused("nonzero_into_i32", "aten::nonzero.out", tensor(4), tensor(4, 1, dtype=I32, shape_dynamism=1))
refused("element_0_of_order", "aten::kthvalue.values", tensor(4), 0, 0, False, tensor(), tensor(dtype=I64), results=2)
refused("element_5_of_4", "aten::kthvalue.values", tensor(4), 5, 0, False, tensor(), tensor(dtype=I64), results=2)
refused("median_of_nothing", "aten::median.dim_values", tensor(0), 0, False, tensor(), tensor(dtype=I64), results=2)


def searched(name, rows, values, sorter=None, dtype=F32, other=F32):
    refused(f"search_{name}", "aten::searchsorted.Tensor_out", tensor(*rows, dtype=dtype),
            tensor(*values, dtype=other), False, False, None, sorter, tensor(*values, dtype=I64))


searched("in_number", (), (2,))
searched("in_number_for_number", (), ())
searched("for_16_axes", (4,), MANY)
searched("of_other_rank", (2, 4), (3,))
searched("of_other_rows", (2, 4), (3, 4))
searched("sorted_by_index", (4,), (2,), tensor(4, dtype=I64))
searched("of_types_apart", (4,), (2,), dtype=U16, other=I32)

# ==== Types and numbers =========================================================================
refused("fft_along_no_axis", "aten::_fft_r2c.out", tensor(4), [], 0, True, tensor(3, dtype=C64))
for title, norm in ("negative", -1), ("unknown", 3):
    refused(f"fft_normalised_{title}", "aten::_fft_r2c.out", tensor(4), [0], norm, True, tensor(3, dtype=C64))
refused("fft_of_halves", "aten::_fft_r2c.out", tensor(4, dtype=F16), [0], 0, True, tensor(3, dtype=C64))
refused("fft_back_of_real", "aten::_fft_c2r.out", tensor(4), [0], 0, 6, tensor(6))
refused("random_integers", "aten::rand.out", [2], tensor(2, dtype=I64))
for title, low, high in (("none", 3, 3), ("low", -(1 << 53) - 1, 0), ("high", 0, (1 << 53) + 1)):
    refused(f"random_range_{title}", "aten::randint.low_out", low, high, [2], tensor(2, dtype=I64))
for title, chance in ("negative", -0.5), ("above_1", 1.5), ("nan", float("nan")):
    refused(f"dropout_{title}", "aten::native_dropout.out", tensor(4), chance, True, tensor(4), tensor(4, dtype=BOOL),
            results=2)
refused("draws_from_number", "aten::multinomial.out", tensor(), 1, False, None, tensor(1, dtype=I64))
refused("draws_from_planes", "aten::multinomial.out", tensor(2, 2, 2), 1, False, None, tensor(2, 2, 1, dtype=I64))
refused("draws_by_integers", "aten::multinomial.out", tensor(4, dtype=I64), 1, False, None, tensor(1, dtype=I64))
refused("draws_0", "aten::multinomial.out", tensor(4), 0, False, None, tensor(0, dtype=I64))
refused("draws_5_of_4", "aten::multinomial.out", tensor(4), 5, False, None, tensor(5, dtype=I64))
refused("sum_of_types_apart", "aten::add.out", tensor(4, dtype=U16), tensor(4, dtype=I32), 1, tensor(4, dtype=I32))
refused("division_rounded_up", "aten::div.out_mode", tensor(4), tensor(4), "ceil", tensor(4))
refused("norm_of_integers", "aten::linalg_vector_norm.out", tensor(4, dtype=I64), 2.0, None, False, None, tensor())


def distances(name, first, second, out, dtype=F32, other=F32):
    refused(f"distances_{name}", "aten::_cdist_forward.out", tensor(*first, dtype=dtype), tensor(*second, dtype=other),
            2.0, None, tensor(*out, dtype=dtype))


distances("of_vectors", (3,), (3,), (1,))
distances("of_other_rank", (2, 3), (1, 2, 3), (2, 2))
distances("of_16_axes", MANY, MANY, MANY)
distances("of_other_type", (2, 3), (2, 3), (2, 2), other=F64)
distances("of_integers", (2, 3), (2, 3), (2, 2), I64, I64)
distances("of_other_batches", (2, 2, 3), (3, 2, 3), (2, 2, 2))
distances("of_other_columns", (2, 3), (2, 4), (2, 2))

# ==== Products and norms ========================================================================
refused("linear_of_number", "aten::linear.out", tensor(), tensor(2, 1), None, tensor(2))
refused("addend_does_not_broadcast", "aten::addmm.out", tensor(3), tensor(2, 4), tensor(4, 2), 1, 1, tensor(2, 2))
refused("addend_of_3_axes", "aten::addmm.out", tensor(1, 2, 2), tensor(2, 4), tensor(4, 2), 1, 1, tensor(2, 2))
refused("layer_norm_over_no_axis", "aten::native_layer_norm.out", tensor(2, 4), [], None, None, 1e-5, tensor(2, 4),
        tensor(2, 4), tensor(2, 4), results=3)
refused("layer_norm_over_more_axes", "aten::native_layer_norm.out", tensor(4), [1, 4], None, None, 1e-5, tensor(4),
        tensor(1), tensor(1), results=3)


def sampled(name, mode=0, padding=0, rows=2, columns=2, coordinates=2, images=1):
    refused(f"grid_{name}", "aten::grid_sampler_2d.out", tensor(1, 1, rows, columns),
            tensor(images, 2, 2, coordinates), mode, padding, False, tensor(1, 1, 2, 2))


sampled("mode_3", mode=3)
sampled("mode_negative", mode=-1)
sampled("padding_3", padding=3)
sampled("padding_negative", padding=-1)
sampled("of_no_rows", rows=0)
sampled("of_no_columns", columns=0)
sampled("of_3_coordinates", coordinates=3)
sampled("of_other_batch", images=2)
refused("resample_to_one_size", "aten::upsample_nearest2d.vec_out", tensor(1, 1, 2, 2), [4], None, tensor(1, 1, 4, 2))
refused("resample_to_nothing", "aten::upsample_nearest2d.vec_out", tensor(1, 1, 2, 2), [0, 2], None, tensor(1, 1, 0, 2))
refused("resample_scale_of_integers", "aten::upsample_nearest2d.vec_out", tensor(1, 1, 2, 2), None, [2, 2],
        tensor(1, 1, 4, 4))
refused("resample_by_one_scale", "aten::upsample_nearest2d.vec_out", tensor(1, 1, 2, 2), None, doubles(2.0),
        tensor(1, 1, 4, 4))
refused("resample_by_many_weights", "aten::_upsample_bilinear2d_aa.out", tensor(1, 1, 2048, 1), [1024, 1], False, None,
        None, tensor(1, 1, 1024, 1))

# ==== Others ====================================================================================
refused("permute_to_other_type", "aten::permute_copy.out", tensor(2, 3), [1, 0], tensor(3, 2, dtype=I64))
refused("permute_of_17_axes", "aten::permute_copy.out", tensor(2), [0] * 17, tensor(2))
refused("index_by_nothing", "aten::index.Tensor_out", tensor(4), Table("EValue", val_type=11, val=Table(
        "TensorList", items=[-1])), tensor(4))
for axis in 1, 0:
    refused(f"unique_rows_{axis}", "aten::unique_consecutive.out", tensor(2, 2), False, False, axis, tensor(2, 2),
            tensor(0), tensor(0), results=3)


def bag(name, mode=0, weights=None, offsets=2, padding=-1):
    refused(f"bag_{name}", "aten::_embedding_bag.out", tensor(4, 2), tensor(3, dtype=I64), tensor(offsets, dtype=I64),
            False, mode, False, weights, False, padding, tensor(2, 2), tensor(3, dtype=I64), tensor(2, dtype=I64),
            tensor(2, dtype=I64), results=4)


bag("in_no_such_way", 3)
bag("in_negative_way", -1)
bag("weights_of_mean", 1, tensor(3))
bag("weights_of_other_count", 0, tensor(2))
bag("padding_huge", padding=1 << 40)
