/* SPDX-License-Identifier: 0BSD
 * Parameters of the kernels of nnlib for Fusion G3. */
#ifndef PTEC_BACKENDS_FUSION_G3_COMPILER_PARAMS_H
#define PTEC_BACKENDS_FUSION_G3_COMPILER_PARAMS_H

#include "graph/kernel.h"

void params_g3_map(const Step *s, Params *p);
void params_g3_mean(const Step *s, Params *p);

#endif
