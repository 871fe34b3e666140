/* SPDX-License-Identifier: 0BSD
 * Parameters of the kernels of nnlib for Fusion G3. */
#ifndef PTEC_BACKENDS_FUSION_G3_COMPILER_PARAMS_H
#define PTEC_BACKENDS_FUSION_G3_COMPILER_PARAMS_H

#include "graph/kernel.h"

extern const ParamType params_g3_map;
extern const ParamType params_g3_mean;

#endif
