/* SPDX-License-Identifier: 0BSD
 * FlatBuffers written front to back: what a reference points to comes behind it. */
#ifndef PTEC_BASE_FLAT_WRITER_H
#define PTEC_BASE_FLAT_WRITER_H

#include "base/util.h"

/* Is a field of a table: its number in the schema (a union takes two), its size, its bits. */
typedef struct FlatField {
    int id;
    int bytes; /* 1, 4 or 8; 0: a reference to what is written later */
    uint64_t bits;
} FlatField;

/* Starts a file whose root table is referred to from the place that is returned; `prefixed`: its
 * size stands before it. */
size_t flat_start(Text *t, const char *identifier, bool prefixed);
void flat_end(Text *t, bool prefixed);
/* These write what the reference at `from` points to. `reference` gets the places of the fields
 * that are references, in the order of the fields. */
void flat_table(Text *t, size_t from, const FlatField *field, int n, size_t *reference);
size_t flat_references(Text *t, size_t from, int n); /* a vector of them; the first one's place */
void flat_string(Text *t, size_t from, const char *text);
/* Writes a vector of numbers in the order of bytes of this machine, which is little-endian. */
void flat_vector(Text *t, size_t from, const void *data, size_t n, size_t element, size_t align_to);

enum { FLAT_REFERENCE = 4 }; /* bytes from one reference of a vector to the next */

#endif
