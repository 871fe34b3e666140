/* SPDX-License-Identifier: 0BSD
 * Libraries of kernels that a model calls: those that ptec was configured with are linked on this
 * machine, others the user has to name. */
#ifndef PTEC_TOOLS_LIBRARIES_H
#define PTEC_TOOLS_LIBRARIES_H

#include "tools/tools.h"

/* tools/libraries.c: those that the model calls and that ptec was configured with. Others, if no
 * --link names one, are wrong usage. */
void link_libraries(ExecOptions *o, const Model *m);

#endif
