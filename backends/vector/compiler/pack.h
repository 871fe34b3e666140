/* SPDX-License-Identifier: 0BSD
 * Weights in the order in which vector kernels read them, and orders that libraries share. */
#ifndef PTEC_BACKENDS_VECTOR_COMPILER_PACK_H
#define PTEC_BACKENDS_VECTOR_COMPILER_PACK_H

#include "graph/graph.h"

int64_t panel_width(int64_t left); /* pte_panel_width(), pte_packed_columns() */
int64_t columns_of(int64_t columns);
/* Kernel.pack */
void pack_conv(Graph *g, Step *s);
void pack_winograd(Graph *g, Step *s);
void pack_depthwise(Graph *g, Step *s);
void pack_gemm(Graph *g, Step *s);

#endif
