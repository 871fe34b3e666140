/* SPDX-License-Identifier: 0BSD
 * Conditions on steps, which the rows of kernels.def are made of. */
#ifndef PTEC_KERNELS_CONDITIONS_H
#define PTEC_KERNELS_CONDITIONS_H

#include "graph/graph.h"

bool first_is(const Step *s, DType type); /* are the first operand and the result of `type`? */
bool all_are(const Step *s, DType type);  /* are all operands and the result? */
bool is_plain(const Step *s, DType type); /* are they, with nothing to requantise? */
/* Are operands `data` and `weight` and the result signed bytes, with sums that are requantised in
 * this way: RQ_Q31_DOUBLE, _F32_RNE, _F32_BIAS, _F32_TWICE? */
bool is_s8(const Step *s, int data, int weight);
bool is_s8_rne(const Step *s, int data, int weight);
bool is_s8_fbias(const Step *s, int data, int weight);
bool is_s8_twice(const Step *s, int data, int weight);
/* Is it a sum of 16-bit integers times bytes that becomes integers of `type`? */
bool is_s16_fbias(const Step *s, DType type);
/* Is it a product, or a convolution, of bytes to floats, with a scale for each row or image? */
bool is_s8_rows(const Step *s);
bool is_s8_batch(const Step *s);
bool dense_rows(const Step *s);   /* are all operands and the result in row-major order? */
bool is_over_rows(const Step *s); /* a SOFTMAX over the last axis of more than one element? */
/* Does the attention step have operands of `type`, with the elements of every token adjacent? */
bool attends(const Step *s, DType type);
/* Returns the bytes of an element of the result, or 0 if the operands have other types. */
size_t element_bytes(const Step *s);
/* Does the step draw numbers of `type`? Their order in memory does not matter. */
bool draws(const Step *s, DType type);
/* Returns the bytes of an element of the rows that COMPACT takes; 0 if they are not dense. */
size_t compact_bytes(const Step *s);

#endif
