/* SPDX-License-Identifier: 0BSD
 * Constants in the order in which CMSIS-NN's functions read them: pte_cmsis_kernels.h. */
#ifndef PTEC_BACKENDS_CMSIS_NN_COMPILER_PACK_H
#define PTEC_BACKENDS_CMSIS_NN_COMPILER_PACK_H

#include "graph/graph.h"

/* These are Kernel.pack functions. Scratch becomes a second result of the step. */
void pack_cmsis_conv(Graph *g, Step *s);
void pack_cmsis_depthwise(Graph *g, Step *s);
void pack_cmsis_gemm(Graph *g, Step *s);
void pack_cmsis_matmul(Graph *g, Step *s);

#endif
