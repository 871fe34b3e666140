/* SPDX-License-Identifier: 0BSD
 * Parameters of the kernels for microcontrollers. */
#ifndef PTEC_BACKENDS_MCU_COMPILER_PARAMS_H
#define PTEC_BACKENDS_MCU_COMPILER_PARAMS_H

#include "graph/kernel.h"

extern const ParamType params_mcu_conv2d;
extern const ParamType params_mcu_dense;
extern const ParamType params_mcu_add;
extern const ParamType params_mcu_mean;
extern const ParamType params_mcu_elements;

#endif
