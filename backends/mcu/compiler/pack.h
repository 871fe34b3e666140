/* SPDX-License-Identifier: 0BSD
 * Constants in the order in which the kernels for microcontrollers read them: pte_mcu_kernels.h. */
#ifndef PTEC_BACKENDS_MCU_COMPILER_PACK_H
#define PTEC_BACKENDS_MCU_COMPILER_PACK_H

#include "graph/graph.h"

/* Does the step's kernel read each position's window where it lies? */
bool mcu_goes_by_positions(const Step *s);
/* May the result of such a step lie over its operand? */
bool mcu_overlaps(const Step *s);
/* These are Kernel.pack functions. Scratch becomes a second result of the step. */
void pack_mcu_conv(Graph *g, Step *s);
void pack_mcu_depthwise(Graph *g, Step *s);
void pack_mcu_gemm(Graph *g, Step *s);
void pack_mcu_floats(Graph *g, Step *s);

#endif
