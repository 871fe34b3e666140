/* SPDX-License-Identifier: 0BSD
 * Which steps XNNPACK takes, and how their constants are ordered: pte_xnn_kernels.h. */
#ifndef PACK_XNN_H
#define PACK_XNN_H

#include "graph/graph.h"

/* -- pack_xnn.c -- */
bool xnnpack_takes(const Step *s);    /* a convolution, once layouts are right, */
bool xnnpack_in_order(const Step *s); /* and they are */
bool xnnpack_takes_gemm(const Step *s);
/* Kernel.pack */
void pack_xnn_conv(Graph *g, Step *s);
void pack_xnn_gemm(Graph *g, Step *s);

#endif
