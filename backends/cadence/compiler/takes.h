/* SPDX-License-Identifier: 0BSD
 * Which steps Cadence's nnlib takes: those that the guides of HiFi 4 and of HiFi 5 allow, both. */
#ifndef PTEC_BACKENDS_CADENCE_COMPILER_TAKES_H
#define PTEC_BACKENDS_CADENCE_COMPILER_TAKES_H

#include "graph/graph.h"

bool nnlib_takes_gemm(const Step *s);
bool nnlib_takes_conv(const Step *s); /* once layouts are right */
bool nnlib_takes_1x1(const Step *s);  /* this one and the next three: layouts are right */
bool nnlib_takes_depthwise(const Graph *g, const Step *s);
bool nnlib_takes_dilated(const Graph *g, const Step *s); /* depthwise and dilated */
bool nnlib_takes_std(const Graph *g, const Step *s);
bool nnlib_takes_pool(const Step *s, PoolOp pool);
bool nnlib_takes_mean(const Step *s); /* a REDUCE over each whole plane */
bool nnlib_takes_pool_s8(const Step *s);

#endif
