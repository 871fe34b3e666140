/* SPDX-License-Identifier: 0BSD
 * Parameters of the kernels for microcontrollers. */
#ifndef PTEC_BACKENDS_MCU_COMPILER_PARAMS_H
#define PTEC_BACKENDS_MCU_COMPILER_PARAMS_H

#include "graph/kernel.h"

void params_mcu_conv2d(const Step *s, Params *p);
void params_mcu_dense(const Step *s, Params *p);

#endif
