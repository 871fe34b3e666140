/* SPDX-License-Identifier: 0BSD
 * Do calls of a library's functions count elements right? Their operands end where no page follows,
 * and ranges of results hold none of the integers that they would have without, so that each result
 * shows whether it was brought into its range. */
#ifndef COUNTS_H
#define COUNTS_H

#include "edge.h"
#include "unit.h"

#include <math.h>

static const float lowest = 0.25f, highest = 0.75f;
static const float untouched = 12345; /* no result */

/* So many bytes, and zeros up to where no page follows, if the block has to be aligned. */
typedef struct Block {
    void *at;
    size_t bytes, room;
} Block;

static inline Block block(size_t bytes, size_t align)
{
    const size_t room = (bytes + align - 1) / align * align;

    return (Block){edge_block(room), bytes, room};
}

/* Is something written behind its bytes? */
static inline int ends_wrongly(Block b)
{
    int failed = 0;

    for (size_t i = b.bytes; i < b.room; i++)
        failed |= ((const char *)b.at)[i] != 0;
    edge_free(b.at, b.room);
    return failed;
}

/* n integers around 0, none of which is 0. */
static inline Block integers(int32_t n, size_t align)
{
    const Block b = block((size_t)n * sizeof(float), align);

    for (int32_t i = 0; i < n; i++)
        ((float *)b.at)[i] = (float)(unit_between(1, 4) * (unit_between(0, 1) ? 1 : -1));
    return b;
}

static inline Block results(int32_t n, size_t align)
{
    const Block b = block((size_t)n * sizeof(float), align);

    for (int32_t i = 0; i < n; i++)
        ((float *)b.at)[i] = untouched;
    return b;
}

/* But for the last bits, in which sums in another order may differ. */
static inline int differ(Block out, Block want)
{
    const float *x = out.at, *y = want.at;
    int failed = 0;

    for (size_t i = 0; i < out.bytes / sizeof *x; i++)
        failed |= !(fabsf(x[i] - y[i]) <= 1e-5f * (1 + fabsf(y[i])));
    return failed;
}

static inline int is_untouched(Block out)
{
    int found = 0;

    for (size_t i = 0; i < out.bytes / sizeof(float); i++)
        found |= ((const float *)out.at)[i] == untouched;
    return found;
}

#endif
