/* SPDX-License-Identifier: 0BSD
 * Which steps XNNPACK takes, and their constants in the order in which it reads them:
 * pte_xnn_kernels.h. */
#ifndef PTEC_BACKENDS_XNNPACK_COMPILER_TAKES_H
#define PTEC_BACKENDS_XNNPACK_COMPILER_TAKES_H

#include "graph/graph.h"

bool xnnpack_tensor(const Value *v);  /* of elements whose number is known */
bool xnnpack_operand(const Value *v); /* and no constant: XNNPACK reads behind it */
bool xnnpack_takes(const Step *s);    /* a convolution, once layouts are right, */
bool xnnpack_in_order(const Step *s); /* and they are */
bool xnnpack_takes_gemm(const Step *s);
bool xnnpack_takes_matmul(const Step *s);
bool xnnpack_takes_rows(const Step *s);    /* a product whose rows were quantised one by one, */
bool xnnpack_takes_s4_rows(const Step *s); /* by weights that fit 4 bits, */
bool xnnpack_takes_blocks(const Step *s);  /* with scales for blocks of them */
int64_t xnnpack_rows_behind(const Step *s, int i);

#endif
