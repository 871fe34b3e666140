/* SPDX-License-Identifier: 0BSD
 * Parameters of nnlib's kernels. */
#ifndef PTEC_BACKENDS_CADENCE_COMPILER_PARAMS_H
#define PTEC_BACKENDS_CADENCE_COMPILER_PARAMS_H

#include "graph/kernel.h"

extern const ParamType params_xa_window;
extern const ParamType params_xa_map;

#endif
