/* SPDX-License-Identifier: 0BSD
 * Which elementwise steps, pools and softmaxes XNNPACK takes, and the parameters that it needs. */
#ifndef PTEC_BACKENDS_XNNPACK_COMPILER_TAKES_MAPS_H
#define PTEC_BACKENDS_XNNPACK_COMPILER_TAKES_MAPS_H
#include "graph/graph.h"
#include "pte_xnn_kernels.h"

typedef struct XnnPair { /* extents of two operands, and bounds of the result */
    int64_t a[PTE_XNN_RANK], b[PTE_XNN_RANK];
    float lo, hi;
} XnnPair;

typedef struct XnnReduce { /* extents, outermost first, and a bit for each axis that goes */
    int64_t extent[PTE_XNN_RANK];
    uint32_t axes;
} XnnReduce;

bool xnnpack_takes_unary(const Step *s, DType type, const char *text); /* an expression of x */
bool xnnpack_takes_hardswish(const Step *s, DType type);
bool xnnpack_takes_clamp(const Step *s, DType type);
bool xnnpack_takes_leaky_relu(const Step *s, DType type);
bool xnnpack_takes_elu(const Step *s);
float xnnpack_factor(const Step *s); /* the factor of leaky relu and elu; 0: it is neither */
XnnPair xnnpack_pair(const Step *s);
bool xnnpack_takes_binary(const Step *s, DType type, ExprOp op);
bool xnnpack_takes_sum_s8(const Step *s, int sign); /* `sign` of the second operand */
bool xnnpack_takes_product_s8(const Step *s);
bool xnnpack_takes_pool_s8(const Step *s);
bool xnnpack_takes_pool(const Step *s, PoolOp pool, DType type);
bool xnnpack_takes_mean(const Step *s); /* a REDUCE */
bool xnnpack_takes_softmax(const Step *s, DType type);
bool xnnpack_takes_reduce(const Step *s, DType type, ReduceOp op);
XnnReduce xnnpack_reduce(const Step *s);
bool xnnpack_takes_prelu(const Step *s, DType type);
int64_t xnnpack_row(const Value *v); /* extent of its innermost axis in memory */

#endif
