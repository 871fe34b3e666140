/* SPDX-License-Identifier: 0BSD
 * Kinds of values. */
#ifndef PTEC_READ_KINDS_H
#define PTEC_READ_KINDS_H

#include "read/read.h"

const char *kind_name(FileKind kind); /* "list of ints" */
/* An index of the method's values. */
int value_index(const Reader *r, int64_t index, const char *user);

#endif
