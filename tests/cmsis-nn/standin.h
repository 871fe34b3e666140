/* SPDX-License-Identifier: 0BSD
 * What the stand-ins of CMSIS-NN's functions share: who breaks the library's contract does not get
 * away with it. */
#ifndef STANDIN_H
#define STANDIN_H

#include <arm_nnfunctions.h>

#include <stdbool.h>
#include <stddef.h>

/* Aborts, with what does not hold, unless `holds`. */
void demand(const char *function, bool holds, const char *what);
#define DEMAND(condition) demand(__func__, condition, #condition)

bool is_word(const void *p); /* with the alignment of int32_t */
bool is_apart(const void *a, size_t a_bytes, const void *b, size_t b_bytes);
void spoil(const cmsis_nn_context *ctx); /* what is only to work in holds nothing afterwards */

size_t count(const cmsis_nn_dims *d);
bool is_result(
    int32_t size, int32_t kernel, int32_t stride, int32_t padding, int32_t dilation,
    int32_t result); /* of a window that stays inside, of which the last may be left out */
bool is_range(const cmsis_nn_activation *a);
bool is_offset(int32_t input_offset, int32_t output_offset);

/* clamp(sum * multiplier * 2^(shift - 31) + offset), rounded at 2^31 to the nearest and then at
 * 2^-shift, halves away from zero. */
int8_t requantised(int32_t sum, int32_t multiplier, int32_t shift, int32_t offset,
                   const cmsis_nn_activation *a);

/* Bytes that the library of ExecuTorch's Python package asks for, with Helium if ARM_MATH_MVEI says
 * so. */
int32_t room_of_conv(const cmsis_nn_dims *in, const cmsis_nn_dims *filter);
int32_t room_of_depthwise(const cmsis_nn_dims *in, const cmsis_nn_dims *filter);
int32_t room_of_product(const cmsis_nn_dims *filter);

#endif
