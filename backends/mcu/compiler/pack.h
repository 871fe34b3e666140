/* SPDX-License-Identifier: 0BSD
 * Constants in the order in which the kernels for microcontrollers read them: pte_mcu_kernels.h. */
#ifndef PTEC_BACKENDS_MCU_COMPILER_PACK_H
#define PTEC_BACKENDS_MCU_COMPILER_PACK_H

#include "graph/kernel.h"

/* Is it a depthwise convolution whose weights pack_mcu_planes() orders, for faster and larger code?
 */
bool mcu_takes_planes(const Graph *g, const Step *s);
Overlap mcu_overlap(const Step *s); /* Backend.overlap */
/* These are Kernel.pack functions. Scratch becomes a second result of the step. */
void pack_mcu_conv(Graph *g, Step *s);
void pack_mcu_depthwise(Graph *g, Step *s);
void pack_mcu_planes(Graph *g, Step *s);
void pack_mcu_gemm(Graph *g, Step *s);
void pack_mcu_floats(Graph *g, Step *s);
void pack_mcu_words(Graph *g, Step *s);

#endif
