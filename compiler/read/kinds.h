/* SPDX-License-Identifier: 0BSD
 * Kinds of values. */
#ifndef PTEC_READ_KINDS_H
#define PTEC_READ_KINDS_H

#include "read/read.h"

const char *kind_name(FileKind kind); /* "list of ints" */
/* Checks that `index` is one of the method's values, and returns it. Messages call it what `user`
 * says. */
int value_index(const Reader *r, int64_t index, const char *user);

#endif
