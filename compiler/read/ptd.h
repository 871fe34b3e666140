/* SPDX-License-Identifier: 0BSD
 * A tensor data file (.ptd): header FH01, FlatBuffer FT01, segments. */
#ifndef PTEC_READ_PTD_H
#define PTEC_READ_PTD_H

#include "read/program.h"

NamedData *read_ptd(const char *path, int *count);

#endif
