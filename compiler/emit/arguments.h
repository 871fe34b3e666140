/* SPDX-License-Identifier: 0BSD
 * Types and alignment of what callers pass. */
#ifndef PTEC_EMIT_ARGUMENTS_H
#define PTEC_EMIT_ARGUMENTS_H

#include "emit/text/emit.h"

int arena_align(const Emit *e);
const char *c_type_of_arg(const Arg *a); /* "float" */

#endif
