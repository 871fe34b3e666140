/* SPDX-License-Identifier: 0BSD
 * Which steps the kernels for microcontrollers take, and how their constants are packed. */
#ifndef MCU_H
#define MCU_H

#include "graph/graph.h"

/* -- pack_mcu.c -- */
bool mcu_takes(const Step *s, RequantKind requant); /* a convolution */
bool mcu_takes_gemm(const Step *s, RequantKind requant);
/* Does its kernel read each position of the operand by itself, when it computes it? */
bool mcu_reads_directly(const Step *s);
/* Kernel.pack; scratch becomes a second result */
void pack_mcu_conv(Graph *g, Step *s);
void pack_mcu_depthwise(Graph *g, Step *s);
void pack_mcu_gemm(Graph *g, Step *s);

#endif
