/* SPDX-License-Identifier: 0BSD
 * Which steps Cadence's nnlib takes, and how their constants are packed for it. */
#ifndef NNLIB_H
#define NNLIB_H

#include "graph/graph.h"

/* -- takes_nnlib.c: all of them of floats, unless the name says s8 -- */
bool nnlib_takes_gemm(const Step *s);
bool nnlib_takes_conv(const Step *s); /* once layouts are right; */
bool nnlib_takes_1x1(const Step *s);  /* and they are: by which function */
bool nnlib_takes_depthwise(const Graph *g, const Step *s);
bool nnlib_takes_dilated(const Graph *g, const Step *s); /* a depthwise one */
bool nnlib_takes_std(const Graph *g, const Step *s);
bool nnlib_takes_pool(const Step *s, PoolOp pool);
bool nnlib_takes_mean(const Step *s); /* a REDUCE: of each whole plane */
bool nnlib_takes_pool_s8(const Step *s);
bool nnlib_takes_softmax(const Step *s);
bool nnlib_takes_unary(const Step *s, const char *text); /* an expression of x */
bool nnlib_takes_clamp(const Step *s);
bool nnlib_takes_binary(const Step *s, ExprOp op);
/* -- takes_g3.c: what others nnlib for Fusion G3 takes -- */
bool g3_takes_norm(const Step *s);
bool g3_takes_mean(const Step *s);
bool g3_takes_binary(const Step *s, ExprOp op);
/* -- pack_nnlib.c -- */
int64_t nnlib_scratch(const Graph *g, const Step *s); /* bytes; of a step that is taken */
/* Kernel.pack; scratch becomes a second result */
void pack_nnlib_1x1(Graph *g, Step *s);
void pack_nnlib_conv(Graph *g, Step *s);
void pack_nnlib_depthwise(Graph *g, Step *s);
void pack_nnlib_pool(Graph *g, Step *s);

#endif
