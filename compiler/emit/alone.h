/* SPDX-License-Identifier: 0BSD
 * Kernels that have a function for each set of parameters, with these and all that they decide
 * worked in by the C compiler. */
#ifndef PTEC_EMIT_ALONE_H
#define PTEC_EMIT_ALONE_H

#include "emit/text/emit.h"

/* Returns the name of the function that calls the kernel with these parameters, made if it is new
 * (--prefer speed). */
const char *kernel_alone(Emit *e, const char *symbol, const char *params);

#endif
