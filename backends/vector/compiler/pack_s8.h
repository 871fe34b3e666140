/* SPDX-License-Identifier: 0BSD
 * Weights of bytes in the order in which vector kernels read them. */
#ifndef PTEC_BACKENDS_VECTOR_COMPILER_PACK_S8_H
#define PTEC_BACKENDS_VECTOR_COMPILER_PACK_S8_H

#include "graph/graph.h"

void pack_conv_s8(Graph *g, Step *s);
void pack_depthwise_s8(Graph *g, Step *s);
void pack_grouped_s8(Graph *g, Step *s);
void pack_gemm_s8(Graph *g, Step *s);

#endif
