/* SPDX-License-Identifier: 0BSD
 * Parameters of nnlib's kernels. */
#ifndef PTEC_BACKENDS_CADENCE_COMPILER_PARAMS_H
#define PTEC_BACKENDS_CADENCE_COMPILER_PARAMS_H

#include "graph/kernel.h"

void params_xa_window(const Step *s, Params *p);
void params_xa_map(const Step *s, Params *p);

#endif
