/* SPDX-License-Identifier: 0BSD
 * Offsets in the arena: by size or by time, and those of an earlier output. */
#include "plan/place.h"
#include "model.h"
#include "plan/live_set.h"
#include "plan/lives.h"
#include "plan/overlap.h"

#include <stdlib.h>
#include <string.h>

static bool overlap_in_space(const Buffer *a, int64_t at, const Buffer *b)
{
    return at < b->offset + b->bound && b->offset < at + a->bound;
}

static bool is_free(const Buffer *b, int64_t at, Buffer *const *neighbour, int n)
{
    for (int i = 0; i < n; i++)
        if (overlap_in_space(b, at, neighbour[i]) && !may_overlap(b, at, neighbour[i]))
            return false;
    return at >= 0;
}

static int64_t end_of(const Buffer *b)
{
    return round_up(b->offset + b->bound, ARENA_ALIGN);
}

/* Returns the offset of the lowest gap for `b` between the neighbours, which are sorted by offset.
 */
static int64_t lowest_gap(const Buffer *b, Buffer *const *neighbour, int n)
{
    int64_t at = 0;
    for (int i = 0; i < n && at + b->bound > neighbour[i]->offset; i++)
        at = max64(at, end_of(neighbour[i]));
    return at;
}

/* Returns which of the two may lie over the other, or NULL. */
static const Buffer *result_of(const Buffer *a, const Buffer *b)
{
    return a->over == b ? a : b->over == a ? b : NULL;
}

/* Returns the lowest offset for `b` among the `n` buffers that live with it, which are sorted by
 * offset: in a gap, or over the operand or result that it may share bytes with. */
int64_t lowest_place(const Buffer *b, Buffer *const *neighbour, int n)
{
    int64_t best = lowest_gap(b, neighbour, n);
    bool shares = false;
    for (int i = 0; i < n; i++)
        shares |= result_of(b, neighbour[i]) != NULL;
    if (!shares)
        return best;
    if (is_free(b, 0, neighbour, n))
        return 0;
    for (int i = 0; i < n; i++) {
        const Buffer *o = neighbour[i], *out = result_of(b, o);
        int sign = out == b ? 1 : -1;
        int64_t at[] = {end_of(o), out ? o->offset + sign * out->over_before : best,
                        out ? o->offset + sign * out->over_behind : best};
        for (int k = 0; k < 3; k++)
            if (at[k] < best && is_free(b, at[k], neighbour, n))
                best = at[k];
    }
    return best;
}

int larger_first(const void *a, const void *b)
{
    const Buffer *x = *(Buffer *const *)a, *y = *(Buffer *const *)b;
    if (x->bound != y->bound)
        return x->bound < y->bound ? 1 : -1;
    int by_name = strcmp(x->name, y->name);
    return by_name ? by_name : x->id - y->id;
}

static int earlier_first(const void *a, const void *b)
{
    const Buffer *x = *(Buffer *const *)a, *y = *(Buffer *const *)b;
    return x->first != y->first ? x->first - y->first : x->id - y->id;
}

void insert_by_offset(Buffer **list, int n, Buffer *b)
{
    int at = n;
    while (at > 0 && list[at - 1]->offset > b->offset)
        at--;
    memmove(list + at + 1, list + at, (size_t)(n - at) * sizeof *list);
    list[at] = b;
}

static int64_t bytes_of(Buffer *const *buffer, int n)
{
    int64_t total = 0;
    for (int i = 0; i < n; i++)
        total = max64(total, buffer[i]->offset + buffer[i]->bound);
    return round_up(total, ARENA_ALIGN);
}

/* Places the buffers of `order` one after the other, each as low as those allow that are placed:
 * they are sorted by offset, in a list with room for all. */
static void place_each(Buffer **order, int n, Buffer **placed, int nplaced)
{
    Buffer **near = NEW(Buffer *, nplaced + n);
    for (int i = 0; i < n; i++) {
        int count = 0;
        for (int k = 0; k < nplaced; k++)
            if (overlap_in_time(placed[k], order[i]))
                near[count++] = placed[k];
        order[i]->offset = lowest_place(order[i], near, count);
        insert_by_offset(placed, nplaced++, order[i]);
    }
}

int64_t place_in_order(Buffer **order, int n)
{
    place_each(order, n, NEW(Buffer *, n), 0);
    return bytes_of(order, n);
}

int64_t place_in_time(Buffer **by_time, int n)
{
    LiveSet *live = live_set_new(n);
    for (int i = 0; i < n; i++) {
        live_set_advance(live, by_time[i]->first);
        by_time[i]->offset = live_set_lowest(live, by_time[i]);
        live_set_add(live, by_time[i]);
    }
    return bytes_of(by_time, n);
}

Buffer **in_time_order(const Graph *g)
{
    Buffer **order = NEW(Buffer *, g->nbuffers);
    for (int i = 0; i < g->nbuffers; i++)
        order[i] = g->buffer[i];
    if (g->nbuffers > 1)
        qsort(order, (size_t)g->nbuffers, sizeof *order, earlier_first);
    return order;
}

static void check_memory(const Graph *g, int memory)
{
    Buffer **sorted = in_time_order(g);
    LiveSet *live = live_set_new(g->nbuffers);
    for (int i = 0; i < g->nbuffers; i++) {
        Buffer *b = sorted[i];
        if (b->memory != memory)
            continue;
        if (b->offset < 0 || b->offset + b->bound > g->in_memory[memory])
            bug("plan: a buffer of %s leaves the arena", g->name);
        live_set_advance(live, b->first);
        if (!live_set_allows(live, b, b->offset))
            bug("plan: two live buffers of %s overlap", g->name);
        live_set_add(live, b);
    }
}

void check_offsets(const Graph *g)
{
    const int arenas = count_arenas(g->model);
    for (int i = 0; i < g->nbuffers; i++)
        if (g->buffer[i]->memory < 0 || g->buffer[i]->memory >= arenas)
            bug("plan: a buffer of %s lies in no memory", g->name);
    for (int i = 0; i < arenas; i++)
        check_memory(g, i);
}

/* Puts every buffer that is still held back to its earlier offset, unless one that is there already
 * lives at the same time. */
static void hold(Buffer **by_time, int n)
{
    LiveSet *live = live_set_new(n);
    for (int i = 0; i < n; i++) {
        Buffer *b = by_time[i];
        live_set_advance(live, b->first);
        b->held = b->held && live_set_allows(live, b, b->kept);
        if (!b->held)
            continue;
        b->offset = b->kept;
        live_set_add(live, b);
    }
}

static int by_offset(const void *a, const void *b)
{
    const Buffer *x = *(Buffer *const *)a, *y = *(Buffer *const *)b;
    if (x->offset != y->offset)
        return x->offset < y->offset ? -1 : 1;
    return x->id - y->id;
}

/* Places the loose buffers, large ones first, in the room that the held ones leave. */
static void place_loose(Buffer **all, int n, Buffer **loose, int nloose)
{
    Buffer **placed = NEW(Buffer *, n);
    int nplaced = 0;
    for (int i = 0; i < n; i++)
        if (all[i]->held)
            placed[nplaced++] = all[i];
    qsort(placed, (size_t)nplaced, sizeof *placed, by_offset);
    qsort(loose, (size_t)nloose, sizeof *loose, larger_first);
    place_each(loose, nloose, placed, nplaced);
}

static bool sticks_out(const Buffer *b, int64_t limit)
{
    return b->offset + b->bound > limit;
}

/* Lets go of all held buffers that live at the same time as a loose one that ends above the limit.
 * Returns false if there are none. */
static bool release(Buffer **all, int n, Buffer **loose, int nloose, int64_t limit)
{
    bool any = false;
    for (int i = 0; i < nloose; i++)
        for (int k = 0; k < n && sticks_out(loose[i], limit); k++)
            if (all[k]->held && overlap_in_time(all[k], loose[i])) {
                all[k]->held = false;
                any = true;
            }
    return any;
}

void place_as_before(Graph *g, int64_t limit)
{
    enum { ROUNDS = 32, WORK = 100000000 }; /* pairs of buffers looked at */
    int n = g->nbuffers, nloose = 0, rounds = (int)(WORK / 4 / ((int64_t)n * n)) + 1;
    Buffer **by_time = in_time_order(g), **loose = NEW(Buffer *, n);
    for (int i = 0; i < n; i++)
        by_time[i]->held = by_time[i]->has_kept && by_time[i]->kept <= limit - by_time[i]->bound;
    g->arena_bytes = INT64_MAX;
    for (int round = 0; round < ROUNDS && round < rounds; round++) {
        hold(by_time, n);
        nloose = 0;
        for (int i = 0; i < n; i++)
            if (!by_time[i]->held)
                loose[nloose++] = by_time[i];
        if ((int64_t)nloose * n > WORK)
            return;
        place_loose(by_time, n, loose, nloose);
        if (!release(by_time, n, loose, nloose, limit))
            break;
    }
    g->arena_bytes = bytes_of(by_time, n);
}
