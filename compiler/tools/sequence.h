/* SPDX-License-Identifier: 0BSD
 * The calls of a file `sequence`: cases in an order, on instances, with the status to expect. */
#ifndef PTEC_TOOLS_SEQUENCE_H
#define PTEC_TOOLS_SEQUENCE_H

#include "tools/exec/tools.h"

SequenceLine *read_sequence(const char *path, const Bundle *b, int *count);

#endif
