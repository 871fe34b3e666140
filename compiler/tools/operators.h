/* SPDX-License-Identifier: 0BSD
 * Which operators ptec compiles, by the library of the reference that has them. */
#ifndef PTEC_TOOLS_OPERATORS_H
#define PTEC_TOOLS_OPERATORS_H

#include "base/util.h"

/* These print all operators in Markdown, and the names of those that ptec compiles in JSON
 * (tools/operators.c). */
void show_operators(Text *out);
void list_operators(Text *out);

#endif
