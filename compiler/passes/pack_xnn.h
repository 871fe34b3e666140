/* SPDX-License-Identifier: 0BSD
 * Which steps XNNPACK takes, and how their constants are ordered: pte_xnn_kernels.h. */
#ifndef PACK_XNN_H
#define PACK_XNN_H

#include "graph/graph.h"
#include "pte_xnn_kernels.h"

/* -- pack_xnn.c -- */
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
/* -- xnn_maps.c -- */
bool xnnpack_takes_unary(const Step *s, DType type, const char *text); /* an expression of x */
bool xnnpack_takes_hardswish(const Step *s, DType type);
bool xnnpack_takes_clamp(const Step *s, DType type);
bool xnnpack_takes_leaky_relu(const Step *s, DType type);
bool xnnpack_takes_elu(const Step *s);
float xnnpack_factor(const Step *s); /* of leaky relu and elu; 0: it is neither */
typedef struct XnnPair {             /* of operands: extents, and bounds of the result */
    int64_t a[PTE_XNN_RANK], b[PTE_XNN_RANK];
    float lo, hi;
} XnnPair;
XnnPair xnnpack_pair(const Step *s);
bool xnnpack_takes_binary(const Step *s, DType type, ExprOp op);
bool xnnpack_takes_sum_s8(const Step *s, int sign); /* of the second operand */
bool xnnpack_takes_product_s8(const Step *s);
bool xnnpack_takes_pool_s8(const Step *s);
bool xnnpack_takes_pool(const Step *s, PoolOp pool, DType type);
bool xnnpack_takes_mean(const Step *s); /* a REDUCE */
bool xnnpack_takes_softmax(const Step *s, DType type);
typedef struct XnnReduce { /* extents, outermost first, and a bit for each axis that goes */
    int64_t extent[PTE_XNN_RANK];
    uint32_t axes;
} XnnReduce;
bool xnnpack_takes_reduce(const Step *s, DType type, ReduceOp op);
XnnReduce xnnpack_reduce(const Step *s);
bool xnnpack_takes_prelu(const Step *s, DType type);
int64_t xnnpack_row(const Value *v); /* of its innermost axis in memory */
/* -- xnn_resize.c -- */
/* Where m elements lie among n: in the middles of m equal parts, from the first to the last, from
 * the first on in steps of n / m. */
typedef enum XnnResize { RESIZE_CENTRES, RESIZE_CORNERS, RESIZE_LEGACY, RESIZE_OTHER } XnnResize;
XnnResize xnnpack_resize(const Step *s);
bool xnnpack_takes_resize(const Step *s);                 /* once layouts are right, */
bool xnnpack_resizes_in_order(const Step *s, DType type); /* and they are */
/* Kernel.pack */
void pack_xnn_deconv(Graph *g, Step *s);
void pack_xnn_conv(Graph *g, Step *s);
void pack_xnn_gemm(Graph *g, Step *s);
void pack_xnn_s4(Graph *g, Step *s);
void pack_xnn_blocks(Graph *g, Step *s);

#endif
