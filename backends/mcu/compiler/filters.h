/* SPDX-License-Identifier: 0BSD
 * What a layer's filters are, and what comes before them when they are packed. */
#ifndef PTEC_BACKENDS_MCU_COMPILER_FILTERS_H
#define PTEC_BACKENDS_MCU_COMPILER_FILTERS_H

#include "graph/kernel.h"

/* Describes filters that are packed: their bytes in the order [channels][depth], in groups. `unit`
 * channels of a group are packed together. */
typedef struct Filters {
    const int8_t *data;
    int64_t depth, groups, each, unit;
    bool alike;                                   /* one multiplier and shift for all */
    int64_t padded;                               /* the depth, once packed */
    int64_t (*place)(int64_t channel, int64_t k); /* index of a weight in its unit */
    bool fused;   /* the numbers of channels are behind their weights */
    bool halves;  /* weights are stored as such, not as bytes */
    bool narrow;  /* weights have 4 bits: those of a unit of two share bytes */
    bool swapped; /* the second one of a unit of two comes first */
    bool planes;  /* of each three the second one is there twice */
} Filters;

int64_t sum_of_filter(const Filters *f, int64_t channel, int64_t *magnitude);

/* Returns the word of `channel` in a constant that has one for all channels or one for each; 0 if
 * `v` is NULL. */
uint32_t word_of_channel(const Value *v, int64_t channel);

/* Are all sums, and all their partial sums, below the limit in magnitude? */
bool sums_stay_below(const Step *s, const Filters *f, int64_t limit);
/* Are all sums below 2^30, and then shifted right, by 1 to 31? */
bool shifts_right(const Step *s, const Filters *f);
/* May results have all values of a byte? */
bool is_unbounded(const Step *s);
/* Do the products of each two neighbouring taps, added, fit 16 bits? */
bool neighbours_fit(const Filters *f);

/* Returns the word in the target's byte order. It lies among bytes, which the emitter leaves as
 * they are. */
uint32_t word_of_target(const Graph *g, uint32_t word);
int64_t table_words(const Step *s);
/* Packs what comes before the filters: zero points, bounds, flags and the table. Returns where the
 * filters start. */
uint32_t *pack_layer_start(const Graph *g, const Step *s, int32_t quick, int32_t flags,
                           uint32_t *to);
/* So many words at `to` become the step's only constant, and scratch its second result. */
void pack_layer_end(Graph *g, Step *s, int64_t words, uint32_t *to, int64_t scratch);

#endif
