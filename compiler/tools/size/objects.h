/* SPDX-License-Identifier: 0BSD
 * The objects that a compiler makes of one or several models: of one, a bundle, which has the
 * kernels in it; of several, each NAME.c, and each source of the runtime that they call. */
#ifndef PTEC_TOOLS_SIZE_OBJECTS_H
#define PTEC_TOOLS_SIZE_OBJECTS_H

#include "tools/size/sizes.h"

Sizes measure_models(const ExecOptions *o, Model *const *model, int count);

#endif
