/* SPDX-License-Identifier: 0BSD
 * Which steps the kernels for microcontrollers take, and their constants in the order in which
 * they read them: pte_mcu_kernels.h. */
#ifndef PTEC_BACKENDS_MCU_COMPILER_PACK_H
#define PTEC_BACKENDS_MCU_COMPILER_PACK_H

#include "graph/graph.h"

/* Does its kernel read each position's window where it lies, and may the result lie over it? */
bool mcu_goes_by_positions(const Step *s);
bool mcu_overlaps(const Step *s);
/* Kernel.pack; scratch becomes a second result */
void pack_mcu_conv(Graph *g, Step *s);
void pack_mcu_depthwise(Graph *g, Step *s);
void pack_mcu_gemm(Graph *g, Step *s);
void pack_mcu_floats(Graph *g, Step *s);

#endif
