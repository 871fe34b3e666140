/* SPDX-License-Identifier: 0BSD
 * Which steps the kernels for microcontrollers take, and how their constants are packed. */
#ifndef MCU_H
#define MCU_H

#include "graph/graph.h"

/* -- pack_mcu.c -- */
bool mcu_takes(const Step *s, RequantKind requant); /* a convolution */
bool mcu_takes_depthwise(const Step *s, RequantKind requant);
bool mcu_has_shape(const Step *s);   /* extents that fit its kernels' parameters */
bool mcu_fits_floats(const Step *s); /* a convolution, whatever its order of axes */
bool mcu_takes_floats(const Step *s);
bool mcu_is_dense(const Step *s); /* one that is taken, of windows of one position */
bool mcu_takes_gemm(const Step *s, RequantKind requant);
/* Does its kernel read each position's window where it lies, and may the result lie over it? */
bool mcu_goes_by_positions(const Step *s);
bool mcu_overlaps(const Step *s);
int64_t mcu_scratch(const Graph *g, const Step *s); /* bytes; of a step that is taken */
/* Kernel.pack; scratch becomes a second result */
void pack_mcu_conv(Graph *g, Step *s);
void pack_mcu_depthwise(Graph *g, Step *s);
void pack_mcu_gemm(Graph *g, Step *s);
void pack_mcu_floats(Graph *g, Step *s);
void give_scratch(Graph *g, Step *s, int64_t bytes);

#endif
