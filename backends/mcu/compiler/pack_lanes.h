/* SPDX-License-Identifier: 0BSD
 * Constants in the order in which Helium reads them: pte_mcu_lanes_conv2d_s8(),
 * pte_mcu_lanes_conv3x3_s8(), pte_mcu_lanes_dwconv3x3_s8(). */
#ifndef PTEC_BACKENDS_MCU_COMPILER_PACK_LANES_H
#define PTEC_BACKENDS_MCU_COMPILER_PACK_LANES_H

#include "graph/kernel.h"

/* Is it a convolution, one of 3 x 3 taps, a depthwise one, whose constants the functions below
 * order, for faster and larger code? */
bool mcu_takes_lanes(const Graph *g, const Step *s);
bool mcu_takes_squares(const Graph *g, const Step *s);
bool mcu_takes_bands(const Graph *g, const Step *s);
/* These are Kernel.pack functions. */
void pack_mcu_lanes(Graph *g, Step *s);
void pack_mcu_squares(Graph *g, Step *s);
void pack_mcu_bands(Graph *g, Step *s);

#endif
