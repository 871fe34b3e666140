# SPDX-License-Identifier: 0BSD
"""Calls of operators whose operands have sizes that do not go together, or an axis more or less than they need."""
from programs import BOOL, I64, tensor
from reject_operators import C64, refused
from reject_quantised import I32, bytes_of

# ==== aten ======================================================================================
refused("stack_of_other_rank", "aten::stack.out", [tensor(2), tensor(2, 1)], 0, tensor(2, 2))
refused("stack_of_other_sizes", "aten::stack.out", [tensor(2), tensor(3)], 0, tensor(2, 2))
refused("cat_of_other_sizes", "aten::cat.out", [tensor(2, 2), tensor(2, 3)], 0, tensor(4, 2))
refused("glu_of_odd_axis", "aten::glu.out", tensor(5), 0, tensor(2))
refused("group_norm_of_other_channels", "aten::native_group_norm.out", tensor(2, 5), None, None, 2, 5, 1, 2, 1e-5,
        tensor(2, 5), tensor(2, 2), tensor(2, 2), results=3)
refused("batch_norm_mean_of_rank_2", "aten::_native_batch_norm_legit_no_training.out", tensor(2, 3), None, None,
        tensor(3, 1), tensor(3), 0.1, 1e-5, tensor(2, 3), tensor(0), tensor(0), results=3)
refused("batch_norm_of_other_channels", "aten::_native_batch_norm_legit_no_training.out", tensor(2, 3), None, None,
        tensor(3), tensor(2), 0.1, 1e-5, tensor(2, 3), tensor(0), tensor(0), results=3)
refused("layer_norm_of_other_sizes", "aten::native_layer_norm.out", tensor(2, 4), [3], None, None, 1e-5, tensor(2, 4),
        tensor(2, 1), tensor(2, 1), results=3)
refused("layer_norm_weight_of_rank_2", "aten::native_layer_norm.out", tensor(2, 4), [4], tensor(1, 4), None, 1e-5,
        tensor(2, 4), tensor(2, 1), tensor(2, 1), results=3)
for title, start, length in ("before_start", -5, 2), ("behind_end", 3, 2), ("of_negative_length", 0, -1):
    refused(f"narrow_{title}", "aten::narrow_copy.out", tensor(4), 0, start, length, tensor(2))
refused("unfold_of_longer_windows", "aten::unfold_copy.out", tensor(4), 0, 5, 1, tensor(0, 5))
refused("expand_to_other_sizes", "aten::expand_copy.out", tensor(2, 3), [4, 3], False, tensor(4, 3))
refused("slice_scatter_of_other_rank", "aten::slice_scatter.out", tensor(4, 2), tensor(4), 0, 0, 2, 1, tensor(4, 2))
refused("slice_scatter_of_other_rows", "aten::slice_scatter.out", tensor(4, 2), tensor(3, 2), 0, 0, 2, 1, tensor(4, 2))
refused("select_scatter_of_same_rank", "aten::select_scatter.out", tensor(4, 2), tensor(1, 2), 0, 0, tensor(4, 2))
refused("select_scatter_of_other_sizes", "aten::select_scatter.out", tensor(4, 2), tensor(3), 0, 0, tensor(4, 2))
refused("diagonal_scatter_of_other_length", "aten::diagonal_scatter.out", tensor(3, 3), tensor(2), 0, 0, 1,
        tensor(3, 3))
refused("diagonal_scatter_of_other_rank", "aten::diagonal_scatter.out", tensor(3, 3), tensor(3, 1), 0, 0, 1,
        tensor(3, 3))
refused("gather_beyond_other_axes", "aten::gather.out", tensor(2, 2), 0, tensor(2, 3, dtype=I64), False, tensor(2, 3))
refused("scatter_beyond_source", "aten::scatter.src_out", tensor(4), 0, tensor(3, dtype=I64), tensor(2), tensor(4))
refused("mask_of_other_sizes", "aten::index.Tensor_out", tensor(4), [tensor(3, dtype=BOOL)],
        tensor(4, shape_dynamism=1))
refused("index_select_of_rank_2", "aten::index_select.out", tensor(4), 0, tensor(2, 1, dtype=I64), tensor(2))
refused("index_select_twice_of_number", "aten::index_select.out", tensor(), 0, tensor(2, dtype=I64), tensor())
refused("repeats_of_rank_2", "aten::repeat_interleave.Tensor_out", tensor(2, 1, dtype=I64), 4, tensor(4, dtype=I64))
refused("bag_offsets_of_rank_2", "aten::_embedding_bag.out", tensor(4, 2), tensor(3, dtype=I64),
        tensor(2, 1, dtype=I64), False, 0, False, None, False, -1, tensor(2, 2), tensor(3, dtype=I64),
        tensor(2, dtype=I64), tensor(2, dtype=I64), results=4)
refused("bag_weights_of_rank_2", "aten::_embedding_bag.out", tensor(4, 2), tensor(3, dtype=I64), tensor(2, dtype=I64),
        False, 0, False, tensor(3, 1), False, -1, tensor(2, 2), tensor(3, dtype=I64), tensor(2, dtype=I64),
        tensor(2, dtype=I64), results=4)
refused("resample_of_rank_3", "aten::upsample_nearest2d.vec_out", tensor(1, 2, 2), [4, 4], None, tensor(1, 4, 4))
refused("resample_of_nothing", "aten::upsample_nearest2d.vec_out", tensor(1, 1, 0, 2), [2, 2], None, tensor(1, 1, 2, 2))
refused("grid_for_image_of_rank_3", "aten::grid_sampler_2d.out", tensor(1, 2, 2), tensor(1, 2, 2, 2), 0, 0, False,
        tensor(1, 1, 2, 2))
refused("grid_of_rank_3", "aten::grid_sampler_2d.out", tensor(1, 1, 2, 2), tensor(1, 2, 2), 0, 0, False,
        tensor(1, 1, 2, 2))
refused("reflection_pad_of_whole_axis", "aten::reflection_pad1d.out", tensor(1, 4), [4, 0], tensor(1, 8))
refused("linear_weight_of_rank_3", "aten::linear.out", tensor(2, 4), tensor(1, 3, 4), None, tensor(2, 3))
refused("linear_of_other_features", "aten::linear.out", tensor(2, 4), tensor(3, 5), None, tensor(2, 3))
refused("linear_bias_too_long", "aten::linear.out", tensor(2, 4), tensor(3, 4), tensor(4), tensor(2, 3))
refused("product_of_vectors", "aten::mm.out", tensor(4), tensor(4, 2), tensor(2))
refused("product_of_planes", "aten::mm.out", tensor(2, 4), tensor(1, 4, 2), tensor(2, 2))
refused("product_of_other_batches", "aten::bmm.out", tensor(2, 2, 4), tensor(3, 4, 2), tensor(2, 2, 2))
refused("conv_channels_do_not_fit", "aten::convolution.out", tensor(1, 3, 4), tensor(2, 2, 1), None, [1], [0], [1],
        False, [0], 1, tensor(1, 2, 4))
refused("conv_output_channels_do_not_divide", "aten::convolution.out", tensor(1, 4, 4), tensor(3, 2, 1), None, [1],
        [0], [1], False, [0], 2, tensor(1, 3, 4))
refused("conv_transposed_channels_do_not_fit", "aten::convolution.out", tensor(1, 3, 4), tensor(2, 2, 1), None, [1],
        [0], [1], True, [0], 1, tensor(1, 2, 4))
refused("shuffle_of_6_channels", "aten::pixel_shuffle.out", tensor(1, 6, 2, 2), 2, tensor(1, 1, 4, 4))
refused("unshuffle_of_odd_rows", "aten::pixel_unshuffle.out", tensor(1, 1, 3, 2), 2, tensor(1, 4, 1, 1))
refused("distances_of_one_axis", "aten::_pdist_forward.out", tensor(4), 2.0, tensor(6))
refused("distances_of_integer_rows", "aten::_pdist_forward.out", tensor(2, 3, dtype=I64), 2.0, tensor(1))
refused("sum_does_not_broadcast", "aten::add.out", tensor(2, 3), tensor(2, 2), 1, tensor(2, 3))
for first, second in (3, 4), (4, 3):
    refused(f"complex_product_of_{first - 1}_and_{second - 1}_axes", "aten::bmm.out",
            tensor(*[2] * (first - 1), dtype=C64), tensor(*[2] * (second - 1), dtype=C64), tensor(2, 2, 2, dtype=C64))
refused("complex_product_of_other_batches", "aten::bmm.out", tensor(2, 2, 2, dtype=C64), tensor(3, 2, 2, dtype=C64),
        tensor(2, 2, 2, dtype=C64))
refused("complex_product_of_other_inner_sizes", "aten::bmm.out", tensor(2, 2, 2, dtype=C64), tensor(2, 3, 2, dtype=C64),
        tensor(2, 2, 2, dtype=C64))


# ==== cortex_m ==================================================================================
def batches(name, first, second):
    refused(f"cortex_m_batches_{name}", "cortex_m::quantized_batch_matmul.out", bytes_of(*first), 0, bytes_of(*second),
            0, 0, 1 << 30, 0, bytes_of(0), bytes_of(2, 2, 2))


batches("of_rank_2", (2, 4), (2, 2, 4))
batches("by_rank_2", (2, 2, 4), (2, 4))
batches("of_other_count", (2, 2, 4), (3, 2, 4))
batches("of_other_inner_sizes", (2, 2, 4), (2, 2, 3))


def cortex_m_conv(name, image=(1, 1, 3, 3), weight=(2, 1, 1, 1), multipliers=2, shifts=2):
    refused(f"cortex_m_conv_{name}", "cortex_m::quantized_conv2d.out", bytes_of(*image), bytes_of(*weight), None,
            [1, 1], [0, 0], [1, 1], 0, 0, tensor(multipliers, dtype=I32), tensor(shifts, dtype=I32), -128, 127,
            bytes_of(0), bytes_of(1, 2, 3, 3))


cortex_m_conv("of_rank_3", image=(1, 3, 3))
cortex_m_conv("weight_of_rank_3", weight=(2, 1, 1))
cortex_m_conv("multipliers_of_1", multipliers=1)
cortex_m_conv("shifts_of_3", shifts=3)
refused("cortex_m_table_of_255", "cortex_m::quantized_activation.out", bytes_of(4), bytes_of(255), bytes_of(4))

# ==== cadence ===================================================================================
refused("cadence_linear_of_other_features", "cadence::quantized_w8a32_linear.out", tensor(2, 3), bytes_of(2, 2), 1.0,
        bytes_of(2), 1.0, tensor(2, 2))
refused("cadence_product_of_other_features", "cadence::quantized_linear.per_tensor_out", bytes_of(1, 3), bytes_of(3, 2),
        tensor(3, dtype=I32), 0, 0, 1 << 30, 0, 0, None, bytes_of(1, 3))
refused("cadence_product_bias_of_2", "cadence::quantized_linear.per_tensor_out", bytes_of(1, 2), bytes_of(3, 2),
        tensor(2, dtype=I32), 0, 0, 1 << 30, 0, 0, None, bytes_of(1, 3))


def matrices(name, first, second, out=(2, 2)):
    refused(f"cadence_matrices_{name}", "cadence::quantized_matmul.out", bytes_of(*first), 0, bytes_of(*second), 0,
            None, 1 << 30, 0, 0, False, bytes_of(*out))


matrices("of_other_rank", (2, 2), (1, 2, 2))
matrices("of_other_batches", (2, 2, 2), (3, 2, 2), (2, 2, 2))
matrices("of_other_inner_sizes", (2, 3), (2, 2))
refused("cadence_windows_of_rank_2", "cadence::im2row.per_tensor_out", tensor(4, 4), [1, 1], [1, 1], [0, 0], [1, 1], 0,
        False, tensor(1, 16, 1))
refused("cadence_windows_of_other_zero_points", "cadence::im2row.out", tensor(3, 1, 4, 4, dtype=I32), [1, 1], [1, 1],
        [0, 0], [1, 1], tensor(2, dtype=I32), False, tensor(3, 16, 1, dtype=I32))
refused("cadence_rope_of_other_pairs", "cadence::rope.out", tensor(1, 1, 1, 4), tensor(1, 3), tensor(1, 3), None,
        tensor(1, 1, 1, 4))
refused("cadence_rope_of_2_images", "cadence::rope.out", tensor(2, 1, 1, 4), tensor(1, 2), tensor(1, 2), None,
        tensor(2, 1, 1, 4))
refused("cadence_rope_table_of_rank_1", "cadence::rope.out", tensor(1, 1, 1, 4), tensor(2), tensor(1, 2), None,
        tensor(1, 1, 1, 4))
refused("cadence_boxes_of_rank_1", "cadence::roi_align_box_processor.out", tensor(5), 2, 2, 1, False,
        tensor(1, 80, dtype=0))
