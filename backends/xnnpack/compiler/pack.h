/* SPDX-License-Identifier: 0BSD
 * Constants in the order in which XNNPACK reads them. */
#ifndef PTEC_BACKENDS_XNNPACK_COMPILER_PACK_H
#define PTEC_BACKENDS_XNNPACK_COMPILER_PACK_H

#include "graph/graph.h"

/* These are Kernel.pack functions. */
void pack_xnn_deconv(Graph *g, Step *s);
void pack_xnn_conv(Graph *g, Step *s);
void pack_xnn_gemm(Graph *g, Step *s);
void pack_xnn_s4(Graph *g, Step *s);
void pack_xnn_blocks(Graph *g, Step *s);

uint32_t float_bits(float f);

#endif
