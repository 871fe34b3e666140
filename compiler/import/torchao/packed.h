/* SPDX-License-Identifier: 0BSD
 * torchao's packed weights: arrays of bytes that start with a header of their own. */
#ifndef PTEC_IMPORT_TORCHAO_PACKED_H
#define PTEC_IMPORT_TORCHAO_PACKED_H

#include "base/util.h"

enum { TORCHAO_HEADER = 64 };

/* Holds a matrix of n rows and k columns, as a call says; `group` columns of a row share a scale.
 * The rest is what the bytes say. */
typedef struct Torchao {
    int64_t n, k, group, bits;
    int8_t *integer; /* [n][k]; read_torchao_groupwise() gives positions in a table */
    float *scale;    /* [n][k / group], or NULL: 1 */
    int32_t *zero;   /* the same, within i8; or NULL: 0 */
    float *bias;     /* [n], or NULL */
    float *table;    /* [n][1 << bits] */
} Torchao;

/* Returns the bytes of a row of read_torchao_linear(), if it has neither zero points nor a bias. */
int64_t torchao_row_bytes(const Torchao *w);

/* The next three return what is wrong with the bytes, to follow their name in a message, or NULL.
 * n, k and group are from 1 to 1 << 24, bits from 1 to 8. */
/* Reads integers, with `tables` also such as stand in tables; the caller sets n, k, group, bits. */
const char *read_torchao_linear(Bytes packed, bool tables, Torchao *w);
/* Reads integers whose scales are elsewhere; the caller sets n, k, bits. */
const char *read_torchao_embedding(Bytes packed, Torchao *w);
/* Reads floats in tables, of which each serves `table_group` elements, whole rows; the caller sets
 * n, k, group, and bits of at most 4. */
const char *read_torchao_groupwise(Bytes packed, int64_t table_group, Torchao *w);

#endif
