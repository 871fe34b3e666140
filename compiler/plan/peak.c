/* SPDX-License-Identifier: 0BSD
 * Where a method's arena is fullest, and what lies in it there: for messages and reports. */
#include "plan/peak.h"
#include "model.h"
#include "plan/lives.h"

#include <stdlib.h>
#include <string.h>

static int largest_first(const void *a, const void *b)
{
    const Buffer *x = *(Buffer *const *)a, *y = *(Buffer *const *)b;
    if (x->bound != y->bound)
        return x->bound < y->bound ? 1 : -1;
    return x->id != y->id ? x->id - y->id : strcmp(x->name, y->name); /* weights have no number */
}

void sort_by_size(Buffer **buffer, int count)
{
    if (count)
        qsort(buffer, (size_t)count, sizeof(Buffer *), largest_first);
}

Buffer **largest_weights(const Model *m)
{
    Buffer **weight = NEW(Buffer *, m->nweights);
    for (int i = 0; i < m->nweights; i++)
        weight[i] = m->weight[i];
    sort_by_size(weight, m->nweights);
    return weight;
}

Peak find_peak(const Graph *g)
{
    Peak p = {0};
    int64_t *live = NEW(int64_t, g->nsteps + 2);
    live_bytes(g, live);
    for (int i = 0; i <= g->nsteps; i++)
        p.bytes = live[i] > p.bytes ? live[i] : p.bytes;
    for (int i = 0; i <= g->nsteps; i++)
        if (live[i] == p.bytes)
            PUSH(p.step, p.nsteps, i);
    for (int i = 0; i < g->nbuffers; i++)
        if (lives_at(g->buffer[i], p.step[0]))
            PUSH(p.buffer, p.nbuffers, g->buffer[i]);
    sort_by_size(p.buffer, p.nbuffers);
    return p;
}
