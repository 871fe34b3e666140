/* SPDX-License-Identifier: 0BSD
 * Which convolutions and products of matrices XNNPACK takes. */
#ifndef PTEC_BACKENDS_XNNPACK_COMPILER_TAKES_H
#define PTEC_BACKENDS_XNNPACK_COMPILER_TAKES_H

#include "graph/graph.h"

bool xnnpack_tensor(const Value *v);  /* has elements, and their number is known */
bool xnnpack_operand(const Value *v); /* such a tensor, and no constant: XNNPACK reads behind it */
bool xnnpack_takes(const Step *s);    /* a convolution, once layouts are right */
bool xnnpack_fills(const Step *s);    /* a convolution of floats, whose sums have other bits */
bool xnnpack_in_order(const Step *s); /* a convolution whose layouts are right */
bool xnnpack_takes_gemm(const Step *s);
bool xnnpack_takes_matmul(const Step *s);
bool xnnpack_takes_rows(const Step *s);    /* a product whose rows were quantised one by one */
bool xnnpack_takes_s4_rows(const Step *s); /* the same, with weights that fit 4 bits */
bool xnnpack_takes_blocks(const Step *s);  /* the same, with scales for blocks of weights */
int64_t xnnpack_rows_behind(const Step *s, int i);

#endif
