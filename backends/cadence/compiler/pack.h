/* SPDX-License-Identifier: 0BSD
 * Constants as Cadence's nnlib reads them, and the bytes that its functions work in:
 * pte_xa_kernels.h. */
#ifndef PTEC_BACKENDS_CADENCE_COMPILER_PACK_H
#define PTEC_BACKENDS_CADENCE_COMPILER_PACK_H

#include "graph/graph.h"

int64_t nnlib_scratch(const Graph *g, const Step *s); /* bytes that a step that is taken works in */
/* These are Kernel.pack functions. Scratch becomes a second result of the step. */
void pack_nnlib_1x1(Graph *g, Step *s);
void pack_nnlib_conv(Graph *g, Step *s);
void pack_nnlib_depthwise(Graph *g, Step *s);
void pack_nnlib_pool(Graph *g, Step *s);

#endif
