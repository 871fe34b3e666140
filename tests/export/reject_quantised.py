# SPDX-License-Identifier: 0BSD
"""Calls of quantised operators whose numbers or element types no kernel takes."""
import struct

from programs import F16, I64, U8, tensor
from reject_llm_other import moe
from reject_operators import refused

I8, I16, I32, HUGE = 1, 2, 3, 1 << 40


def bytes_of(*sizes):
    return tensor(*sizes, dtype=I8)


# ==== cortex_m ==================================================================================
refused("cortex_m_table_for_floats", "cortex_m::quantized_activation.out", tensor(4), bytes_of(256), tensor(4))
refused("cortex_m_table_for_number", "cortex_m::quantized_activation.out", bytes_of(), bytes_of(256), bytes_of())


def cortex_m_softmax(name, shift=0, zero=0, multiplier=1 << 30, output=-128, dtype=I8):
    refused(f"cortex_m_softmax_{name}", "cortex_m::softmax.out", tensor(2, 4, dtype=dtype), -1, zero, output,
            multiplier, shift, 0, bytes_of(2, 4))


cortex_m_softmax("shift_32", shift=32)
cortex_m_softmax("shift_minus_32", shift=-32)
cortex_m_softmax("zero_point_huge", zero=HUGE)
cortex_m_softmax("scale_0", multiplier=0)
cortex_m_softmax("other_zero_point", output=-127)
cortex_m_softmax("of_floats", dtype=6)


def cortex_m_linear(name, multipliers=(1 << 30,), shifts=(0,), bias=None):
    refused(f"cortex_m_linear_{name}", "cortex_m::quantized_linear.out", bytes_of(2, 4), bytes_of(3, 4), bias, None, 0,
            0, 0, list(multipliers), list(shifts), 127, -128, bytes_of(2, 3))


cortex_m_linear("without_multiplier", multipliers=())
cortex_m_linear("without_shift", shifts=())
cortex_m_linear("multiplier_huge", multipliers=(1 << 31,))
cortex_m_linear("multiplier_lowest", multipliers=((-1 << 31) - 1,))
cortex_m_linear("bias_of_floats", bias=tensor(3))
refused("cortex_m_conv_multipliers_of_floats", "cortex_m::quantized_conv2d.out", bytes_of(1, 1, 3, 3),
        bytes_of(1, 1, 1, 1), None, [1, 1], [0, 0], [1, 1], 0, 0, tensor(1), tensor(1, dtype=I32), -128, 127,
        bytes_of(0), bytes_of(1, 1, 3, 3))

# ==== cadence ===================================================================================
ONE, REAL = struct.pack("<i", 1 << 30), struct.pack("<f", 0.5)
refused("cadence_transposed_conv_bias_of_floats", "cadence::quantized_transposed_conv.out", bytes_of(1, 1, 4),
        bytes_of(1, 1, 3), tensor(1), [1], [0], [1], [0], 1, 0, tensor(1, dtype=I32, data=1), tensor(1, data=2), 1.0,
        0, tensor(1, dtype=I32, data=3), tensor(1, dtype=I32, data=1), False, bytes_of(1, 1, 6),
        constants=[bytes(4), REAL, ONE])
refused("cadence_linear_of_number", "cadence::quantized_w8a32_linear.out", tensor(), bytes_of(2, 2), 1.0, bytes_of(2),
        1.0, tensor())
for title, zero in ("large", 1 << 31), ("low", -1 << 31):
    refused(f"cadence_zero_point_too_{title}", "cadence::quantized_relu.per_tensor_out", bytes_of(2), zero, 0, 1 << 30,
            0, bytes_of(2))


def cadence_linear(name, zero=0, dtype=I8):
    refused(f"cadence_product_{name}", "cadence::quantized_linear.per_tensor_out", bytes_of(1, 2), bytes_of(3, 2),
            tensor(3, dtype=I32), 0, 0, 1 << 30, 0, zero, None, tensor(1, 3, dtype=dtype))


cadence_linear("zero_point_large", zero=32768)
cadence_linear("zero_point_low", zero=-32769)
cadence_linear("into_shorts", dtype=I16)
refused("cadence_softmax_masked", "cadence::quantized_softmax.per_tensor_out", bytes_of(2, 4), tensor(2, 4), -1, 1,
        tensor(1, dtype=I64), 1.0, 0, 1.0, 0, bytes_of(2, 4))
for title, width in ("0", 0), ("huge", 32768):
    refused(f"cadence_window_{title}", "cadence::im2row.per_tensor_out", tensor(1, 1, 4, 4), [1, width], [1, 1],
            [0, 0], [1, 1], 0, False, tensor(1, 16, 1))
refused("cadence_no_windows", "cadence::transposed_im2row.out", tensor(1, 1, 1, 1), [1, 1], [1, 1], [1, 1], [1, 1],
        [0, 0], tensor(1, dtype=I32, data=1), False, tensor(1, 1, 1), constants=[bytes(4)])

# ==== Others ====================================================================================
refused("choose_qparams_of_number", "quantized_decomposed::choose_qparams_per_token_asymmetric.out", tensor(), I8,
        tensor(), tensor(), results=2)
refused("attention_scales_of_halves", "llama::custom_quantized_sdpa.out", bytes_of(1, 2, 4, 4), bytes_of(1, 5, 2, 4),
        bytes_of(1, 5, 2, 4), 1, None, 0.0, False, None, bytes_of(1, 2, 4, 1), tensor(1, 2, 4, 1, dtype=F16),
        bytes_of(1, 5, 2, 1), tensor(1, 5, 2, 1), bytes_of(1, 5, 2, 1), tensor(1, 5, 2, 1), False, tensor(1, 2, 4, 4))
moe("gate_of_halves", gate=F16)
moe("bias_of_halves", bias=1, bias_type=F16, score="sigmoid")


def embedding(name, *, zeros=None, scales=(4, 2), pruned=None, columns=8, index=(2,)):
    op, more = "quantized_decomposed::embedding_byte.out", [-128, 127, tensor(*index, dtype=I64)]
    if pruned is not None:
        op, more = "cadence::quantized_embedding_byte.out", [tensor(*index, dtype=I64), pruned]
    refused(f"embedding_{name}", op, bytes_of(4, columns), tensor(*scales), zeros and bytes_of(*zeros), *more,
            tensor(*index, columns))


embedding("pruned", pruned=True)
embedding("groups_do_not_divide", scales=(4, 3))
embedding("without_groups", scales=(4, 0))
embedding("zero_points_of_fewer_groups", zeros=(4, 1))
embedding("zero_points_of_more_groups", zeros=(4, 4))
embedding("zero_points_of_rank_1", zeros=(4,))


def mixed(name, scales, zeros=None):
    refused(f"mixed_linear_{name}", "quantized_decomposed::mixed_linear.out", tensor(2, 4), bytes_of(3, 4),
            tensor(*scales), zeros, None, tensor(2, 3))


mixed("zero_points", (3,), bytes_of(3))
mixed("scales_of_other_rows", (4,))
mixed("groups_do_not_divide", (3, 3))
mixed("without_groups", (3, 0))
refused("hadamard_of_integers", "llama::fast_hadamard_transform.out", tensor(2, 4, dtype=I32), tensor(2, 4, dtype=I32))
refused("hadamard_of_number", "llama::fast_hadamard_transform.out", tensor(), tensor())
refused("hadamard_of_nothing", "llama::fast_hadamard_transform.out", tensor(2, 0), tensor(2, 0))
refused("cadence_conv_of_rank_2", "cadence::quantized_conv1d_ncl.per_tensor_out", bytes_of(1, 4), bytes_of(1, 1),
        tensor(1, dtype=I32), [1], [0], [1], 1, 0, 0, 1.0, 1.0, 0, 1 << 30, 0, bytes_of(1, 4))
refused("cadence_conv_bias_of_floats", "cadence::quantized_conv1d_ncl.per_tensor_out", bytes_of(1, 1, 4),
        bytes_of(1, 1, 1), tensor(1), [1], [0], [1], 1, 0, 0, 1.0, 1.0, 0, 1 << 30, 0, bytes_of(1, 1, 4))
refused("cadence_avg_pool_channels_last", "cadence::avg_pool2d.out", tensor(1, 4, 4, 1), [2, 2], [2, 2], [0, 0], False,
        True, None, None, True, tensor(1, 2, 2, 1))
for rank in 3, 6:
    refused(f"cadence_rope_of_rank_{rank}", "cadence::rope.out", tensor(*[1] * (rank - 1), 4), tensor(1, 2),
            tensor(1, 2), None, tensor(*[1] * (rank - 1), 4))


def cadence_transposed(name, weight, last=False):
    refused(f"cadence_transposed_conv_{name}", "cadence::transposed_convolution.out", tensor(1, 1, 4), weight,
            tensor(1), [1], [0], [1], [0], 1, last, tensor(1, 1, 6))


cadence_transposed("channels_last", tensor(1, 1, 3), True)
cadence_transposed("weight_of_rank_2", tensor(1, 3))
cadence_transposed("weight_of_rank_5", tensor(1, 1, 1, 1, 3))
for title, sizes in ("of_4", (2, 4)), ("of_number", ()):
    refused(f"cadence_mask_bits_{title}", "cadence::sdpa_bitwise_mask_gen.out", tensor(*sizes), 0.5,
            tensor(1, dtype=U8))
refused("cadence_zero_point_computed", "cadence::quantized_relu.out", bytes_of(2), tensor(1, dtype=I32), 0,
        tensor(1, dtype=I32, data=1), tensor(1, dtype=I32, data=2), bytes_of(2), constants=[ONE, bytes(4)])
refused("cadence_window_of_one_axis", "cadence::im2row.per_tensor_out", tensor(1, 1, 4, 4), [2], [1, 1], [0, 0],
        [1, 1], 0, False, tensor(1, 9, 4))
refused("cadence_output_padding_of_one_axis", "cadence::transposed_im2row.out", tensor(1, 1, 2, 2), [1, 1], [1, 1],
        [0, 0], [1, 1], [0], tensor(1, dtype=I32, data=1), False, tensor(1, 4, 1), constants=[bytes(4)])
refused("cadence_product_of_number", "cadence::quantized_linear.per_tensor_out", bytes_of(), bytes_of(3, 2),
        tensor(3, dtype=I32), 0, 0, 1 << 30, 0, 0, None, bytes_of(3))
refused("cadence_product_of_vector", "cadence::quantized_matmul.out", bytes_of(2), 0, bytes_of(2), 0, None, 1 << 30, 0,
        0, False, bytes_of(1))
refused("cadence_quantises_to_floats", "cadence::quantized_relu.per_tensor_out", bytes_of(2), 0, 0, 1 << 30, 0,
        tensor(2))
refused("cortex_m_quotient_of_floats", "cortex_m::quantized_div.out", tensor(2), 0, tensor(2), 0, 0, 1.0, tensor(2))
refused("cortex_m_quotient_of_other_type", "cortex_m::quantized_div.out", bytes_of(2), 0, tensor(2, dtype=I16), 0, 0,
        1.0, bytes_of(2))
for title, pre, post, rank in ("of_3_widths", 3, 4, 4), ("of_3_widths_behind", 4, 3, 4), ("of_5_axes", 4, 4, 5):
    refused(f"cortex_m_pad_{title}", "cortex_m::pad.out", bytes_of(*[2] * rank), [0] * pre, [0] * post, 0,
            bytes_of(*[2] * rank))
refused("cortex_m_conv_channels_do_not_divide", "cortex_m::quantized_conv2d.out", bytes_of(1, 3, 2, 2),
        bytes_of(2, 1, 1, 2), None, [1, 1], [0, 0], [1, 1], 0, 0, tensor(2, dtype=I32), tensor(2, dtype=I32), -128,
        127, bytes_of(0), bytes_of(1, 2, 2, 2))
moe("of_halves", dtype=F16)
