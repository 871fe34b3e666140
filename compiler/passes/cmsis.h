/* SPDX-License-Identifier: 0BSD
 * Which steps CMSIS-NN takes, and how their constants are packed for it. */
#ifndef CMSIS_H
#define CMSIS_H

#include "graph/graph.h"

/* -- pack_cmsis.c -- */
bool cmsis_takes(const Step *s); /* a convolution; then: which */
bool cmsis_is_1x1(const Step *s);
bool cmsis_has_stride_1(const Step *s);
bool cmsis_is_depthwise(const Step *s);
bool cmsis_is_fast_depthwise(const Step *s);
bool cmsis_is_3x3(const Step *s); /* with padding of at most 1 */
bool cmsis_takes_gemm(const Step *s);
bool cmsis_takes_matmul(const Step *s); /* of which none is constant */
bool cmsis_takes_pool(const Step *s);
int64_t cmsis_scratch(const Graph *g, const Step *s); /* bytes; of a step that is taken */
/* Kernel.pack; scratch becomes a second result */
void pack_cmsis_conv(Graph *g, Step *s);
void pack_cmsis_depthwise(Graph *g, Step *s);
void pack_cmsis_gemm(Graph *g, Step *s);
void pack_cmsis_matmul(Graph *g, Step *s);

#endif
