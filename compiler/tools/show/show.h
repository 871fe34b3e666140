/* SPDX-License-Identifier: 0BSD
 * `ptec show`: what a program contains, for a person to read. */
#ifndef PTEC_TOOLS_SHOW_H
#define PTEC_TOOLS_SHOW_H

#include "read/program.h"

/* Prints what the file contains, for a person to read. */
void show(const Bundle *b, Text *out);

#endif
