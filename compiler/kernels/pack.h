/* SPDX-License-Identifier: 0BSD
 * Constants in the order in which kernels read them. */
#ifndef PTEC_KERNELS_PACK_H
#define PTEC_KERNELS_PACK_H

#include "graph/graph.h"

/* Returns a constant of `n` elements that is made of `of`, or of nothing in the file if that is
 * NULL. It takes over `data`, which zalloc() gave. */
Value *packed(Graph *g, const Value *of, DType type, int64_t n, void *data);
/* Where a kernel reads a constant as it is, and the bytes of another one that was packed of it have
 * it in them, lets it read these, so that it is stored once. */
void reuse_packed(Graph *g);
void free_packed(Graph *g); /* frees the bytes of all of them: the graph cannot be emitted then */
/* Returns `data` of [filters][channels][taps], elements of `bytes` bytes, as
 * [filters][taps][channels]. */
void *with_taps_first(const void *data, size_t bytes, int64_t filters, int64_t channels,
                      int64_t taps);
void *with_columns_first(const Value *b); /* [columns][rows] of a constant matrix */
/* Returns `v` as a float for every column of each group, zero where it has none. */
Value *packed_columns(Graph *g, const Value *v, int64_t groups, int64_t filters, int64_t columns);
void give_scratch(Graph *g, Step *s, int64_t bytes);

#endif
