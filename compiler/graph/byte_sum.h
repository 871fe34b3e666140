/* SPDX-License-Identifier: 0BSD
 * Weighted sums of two bytes, rounded to a byte: what additions of quantised tensors are, whatever
 * arithmetic their program asks for. */
#ifndef PTEC_GRAPH_BYTE_SUM_H
#define PTEC_GRAPH_BYTE_SUM_H

#include "graph/graph.h"

/* Says of bytes a and b: min(max((a * weight[0] + b * weight[1] + start) >> shift, lo), hi). No
 * sum of the three leaves 32 bits, and no weight 24. */
typedef struct ByteSum {
    int32_t weight[2], start, shift, lo, hi;
} ByteSum;

/* Finds the sum that has for all bytes the result [a + 128][b + 128]; false if there is none. */
bool find_byte_sum(int8_t (*result)[256], ByteSum *sum);
Expr *byte_sum_expr(const ByteSum *sum); /* of in0 and in1 */
bool match_byte_sum(const Expr *e, ByteSum *sum);

#endif
