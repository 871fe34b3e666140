/* SPDX-License-Identifier: 0BSD
 * Weights of floats in the order in which vector kernels read them. */
#ifndef PTEC_BACKENDS_VECTOR_COMPILER_PACK_H
#define PTEC_BACKENDS_VECTOR_COMPILER_PACK_H

#include "graph/graph.h"

/* The columns that a panel has of which `left` follow, and those of all panels: pte_tile.h. */
int64_t panel_width(int64_t left);
int64_t columns_of(int64_t columns);
/* These are Kernel.pack functions. */
void pack_conv(Graph *g, Step *s);
void pack_winograd(Graph *g, Step *s);
void pack_depthwise(Graph *g, Step *s);
void pack_grouped(Graph *g, Step *s);
void pack_gemm(Graph *g, Step *s);

#endif
