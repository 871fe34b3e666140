/* SPDX-License-Identifier: 0BSD
 * Data under names. */
#ifndef PTEC_READ_NAMED_H
#define PTEC_READ_NAMED_H

#include "read/program.h"

const NamedData *find_named(const Program *p, const char *key); /* or NULL */

int compare_keys(const void *a, const void *b);

#endif
