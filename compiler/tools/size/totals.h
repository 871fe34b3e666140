/* SPDX-License-Identifier: 0BSD
 * Sums over all objects: flash and RAM, what is whose, what nothing reaches. */
#ifndef PTEC_TOOLS_SIZE_TOTALS_H
#define PTEC_TOOLS_SIZE_TOTALS_H

#include "tools/size/sizes.h"

typedef struct Totals {
    int64_t weights, flash, ram;
    int64_t bytes[AREAS][OWNERS]; /* OWNER_NONE: without a name */
    int count[AREAS][OWNERS];     /* functions or objects */
    int64_t padding[AREAS];       /* with these the sum is that of the sections */
    const Chunk **unreached;      /* what nothing refers to, the largest first */
    const Chunk **shared;         /* the runtime's that several models need, the largest first */
    int nunreached, nshared;
    int64_t unreached_bytes, shared_bytes;
    int64_t methods;      /* code of the model that no step names: its methods, with their calls */
    const char **outside; /* what is called and in none of the objects */
    int noutside;
} Totals;

Totals find_totals(const Sizes *s);
const Chunk **largest_chunks(const Sizes *s); /* all of them */

#endif
