/* SPDX-License-Identifier: 0BSD
 * How much lives at each step. */
#include "plan/lives.h"

#include <string.h>

/* Returns the bytes that the result and its operand need together if the result starts `shift`
 * bytes behind the start of the operand. */
static int64_t union_bytes(const Buffer *out, int64_t shift)
{
    return max64(out->over->bound, shift + out->bound) - min64(shift, 0);
}

static int64_t least_union(const Buffer *out)
{
    int64_t apart = out->over->bound + out->bound, before = union_bytes(out, out->over_before);
    return min64(before, out->over_behind < apart ? union_bytes(out, out->over_behind) : apart);
}

int64_t arena_aligned(int64_t bytes)
{
    return round_up(bytes, ARENA_ALIGN);
}

int64_t overlap_saves(const Buffer *out)
{
    return arena_aligned(out->over->bound) + arena_aligned(out->bound) -
           arena_aligned(least_union(out));
}

/* Writes the live bytes at each step to `live`, which has room for nsteps + 2 numbers. */
void live_bytes(const Graph *g, int64_t *live)
{
    memset(live, 0, (size_t)(g->nsteps + 2) * sizeof *live);
    for (int i = 0; i < g->nbuffers; i++) {
        const Buffer *b = g->buffer[i];
        live[b->first] += arena_aligned(b->bound);
        live[b->last + 1] -= arena_aligned(b->bound);
        /* result and operand both live at this one step, in fewer bytes than their sum */
        if (b->over && b->over->memory == b->memory) {
            live[b->first] -= overlap_saves(b);
            live[b->first + 1] += overlap_saves(b);
        }
    }
    for (int i = 1; i <= g->nsteps; i++)
        live[i] += live[i - 1];
}
