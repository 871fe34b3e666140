/* SPDX-License-Identifier: 0BSD
 * Sizes as C: in 32 bits where the ranges prove that nothing in them overflows, else in 64 bits,
 * and where even those might not do, by functions that stop at their ends. */
#ifndef PTEC_EMIT_CSIZE_H
#define PTEC_EMIT_CSIZE_H

#include "graph/graph.h"

typedef struct SizeList {
    Size **item;
    int count;
} SizeList;

void add_c_size(Text *t, Size *s);  /* int32_t if it is narrow, else int64_t */
void add_c_int32(Text *t, Size *s); /* of one that is known to fit */
/* Extents of results become variables of the method; those that its text reads are defined. Made of
 * numbers that steps compute, they are spelt out where they are used. */
SizeList name_sizes(const Graph *g);
void add_size_variables(Text *t, SizeList *list);

#endif
