/* SPDX-License-Identifier: 0BSD
 * Which operators ptec compiles, by the library of the reference that has them. */
#ifndef PTEC_TOOLS_OPERATORS_H
#define PTEC_TOOLS_OPERATORS_H

#include "base/util.h"

/* tools/operators.c: all of them, in Markdown; the names of those that ptec compiles, in JSON. */
void show_operators(Text *out);
void list_operators(Text *out);

#endif
