/* SPDX-License-Identifier: 0BSD
 * Which steps the kernels for microcontrollers take, and what they need. */
#ifndef PTEC_BACKENDS_MCU_COMPILER_TAKES_H
#define PTEC_BACKENDS_MCU_COMPILER_TAKES_H
#include "graph/graph.h"
#include "pte_mcu_kernels.h"

bool mcu_takes(const Step *s, RequantKind requant); /* a convolution */
bool mcu_takes_depthwise(const Step *s, RequantKind requant);
bool mcu_has_shape(const Step *s);   /* do its extents fit the kernels' parameters? */
bool mcu_fits_floats(const Step *s); /* a convolution, whatever its order of axes */
bool mcu_takes_floats(const Step *s);
bool mcu_is_dense(const Step *s); /* are the windows of a step that is taken single positions? */
bool mcu_takes_gemm(const Step *s, RequantKind requant);
int64_t mcu_scratch(const Graph *g, const Step *s); /* bytes that a step that is taken works in */

bool mcu_find_shape(const Step *s, pte_mcu_conv2d *p);

pte_mcu_conv2d mcu_shape_of(const Step *s);

bool mcu_is_const_of(const Value *v, DType type, int64_t most);

#endif
