/* SPDX-License-Identifier: 0BSD
 * Libraries of kernels that a model calls: those that ptec was configured with are linked on this
 * machine, others the user has to name. */
#ifndef PTEC_TOOLS_LIBRARIES_H
#define PTEC_TOOLS_LIBRARIES_H

#include "tools/exec/tools.h"

/* Links the libraries that the model calls and that ptec was configured with (tools/libraries.c).
 * To call others is wrong usage, unless a --link names one. */
void link_libraries(ExecOptions *o, const Model *m);

#endif
