/* SPDX-License-Identifier: 0BSD
 * Sizes as C: in 32 bits where the ranges prove that nothing in them overflows, else in 64 bits,
 * and where even those might not do, by functions that stop at their ends. */
#ifndef PTEC_EMIT_TEXT_CSIZE_H
#define PTEC_EMIT_TEXT_CSIZE_H

#include "graph/graph.h"

typedef struct SizeList {
    Size **item;
    int count;
} SizeList;

void add_c_size(Text *t, Size *s);  /* int32_t if it is narrow, else int64_t */
void add_c_int32(Text *t, Size *s); /* for a size that is known to fit */
/* Gives extents of results the names of variables; add_size_variables() defines those that the
 * method's text reads. Extents made of numbers that steps compute are spelt out where they are
 * used. */
SizeList name_sizes(const Graph *g);
void add_size_variables(Text *t, SizeList *list, bool by_steps);

#endif
