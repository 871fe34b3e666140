/* SPDX-License-Identifier: 0BSD
 * Which steps the kernels for microcontrollers take, and what they need. */
#ifndef PTEC_BACKENDS_MCU_COMPILER_TAKES_H
#define PTEC_BACKENDS_MCU_COMPILER_TAKES_H
#include "graph/graph.h"
#include "pte_mcu_kernels.h"

bool mcu_takes_depthwise(const Step *s, RequantKind requant);
bool mcu_fits_floats(const Step *s); /* a convolution, whatever its order of axes */
bool mcu_takes_floats(const Step *s);
bool mcu_takes_add(const Step *s);
/* Does it make bytes of floats, or floats of bytes, and may a kernel, which is faster than the
 * loop, be as large as it is? */
bool mcu_takes_quantise(const Graph *g, const Step *s);
bool mcu_takes_dequantise(const Graph *g, const Step *s);
bool mcu_takes_pool(const Step *s);
bool mcu_takes_mean(const Step *s);
/* Has it so few positions, an odd number, that no scale and zero point move the average? */
bool mcu_mean_is_exact(const Step *s);
bool mcu_is_dense(const Step *s); /* are the windows of a step that is taken single positions? */
int64_t mcu_scratch(const Graph *g, const Step *s); /* bytes that a step that is taken works in */

pte_mcu_conv2d mcu_shape_of(const Step *s);

#endif
