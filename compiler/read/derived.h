/* SPDX-License-Identifier: 0BSD
 * Bytes that are made of a file's: copies at an aligned address, other types. */
#ifndef PTEC_READ_DERIVED_H
#define PTEC_READ_DERIVED_H

#include "read/program.h"

/* Returns where the bytes stand that are made of those at `data` in a way that `form` names; NULL
 * there: the caller makes them, of `bytes` bytes. What is asked for twice is made once. Returns
 * NULL if the program would make many times the bytes of its files. */
const void **derived_bytes(const Program *p, const char *form, const void *data, uint64_t bytes);

#endif
