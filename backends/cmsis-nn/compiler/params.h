/* SPDX-License-Identifier: 0BSD
 * Parameters of the kernels that call CMSIS-NN. */
#ifndef PTEC_BACKENDS_CMSIS_NN_COMPILER_PARAMS_H
#define PTEC_BACKENDS_CMSIS_NN_COMPILER_PARAMS_H

#include "graph/kernel.h"

extern const ParamType params_cmsis_conv2d;

#endif
