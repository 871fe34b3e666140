/* SPDX-License-Identifier: 0BSD
 * Finds a place in the arena for each buffer of a method. */
#include "plan/find.h"
#include "plan/lives.h"
#include "plan/place.h"
#include "plan/search.h"

#include <stdlib.h>
#include <string.h>

enum { EXACT_BUFFERS = 3000 }; /* with more of them, only the order by time is tried */

/* Returns the most live bytes at one step: no plan that keeps the order of steps can need less. */
static int64_t most_live(const Graph *g)
{
    int64_t *live = NEW(int64_t, g->nsteps + 2), most = 0;
    live_bytes(g, live);
    for (int i = 0; i <= g->nsteps; i++)
        most = live[i] > most ? live[i] : most;
    return most;
}

/* Moves the first buffer that reaches the top of the arena to the front of `order`, so that it is
 * placed first next time. */
static void promote_top(Buffer **order, int n, int64_t total)
{
    int top = 0;
    while (top < n && round_up(order[top]->offset + order[top]->bound, ARENA_ALIGN) != total)
        top++;
    if (top == n)
        bug("plan: no buffer at the top");
    Buffer *b = order[top];
    memmove(order + 1, order, (size_t)top * sizeof *order);
    order[0] = b;
}

/* Places the large buffers first, then again and again with the one at the top moved to the front.
 * Writes the best order to `best` and returns the bytes that it needs. */
static int64_t place_by_size(Graph *g, Buffer **best)
{
    enum { WORK = 4000000 }; /* pairs of buffers looked at */
    int n = g->nbuffers, tries = WORK / (n * n + 1) + 1;
    int64_t total = INT64_MAX;
    Buffer **order = NEW(Buffer *, n);
    memcpy(order, g->buffer, (size_t)n * sizeof *order);
    qsort(order, (size_t)n, sizeof *order, larger_first);
    for (int i = 0; i < tries && i < 8 * n && total > g->live_bytes; i++) {
        int64_t now = place_in_order(order, n);
        if (now < total) {
            total = now;
            memcpy(best, order, (size_t)n * sizeof *order);
        }
        promote_top(order, n, now);
    }
    return total;
}

/* Places all buffers in the better of two orders, by size or by time, then searches for less. The
 * order by size (and name) wins a tie, since one more layer hardly disturbs it. */
void place_arena(Graph *g)
{
    int n = g->nbuffers;
    if (n == 0)
        return;
    g->live_bytes = g->least_bytes = most_live(g);
    Buffer **by_time = in_time_order(g), **by_size = NEW(Buffer *, n);
    int64_t in_time = g->arena_bytes = place_in_time(by_time, n);
    if (n > EXACT_BUFFERS)
        return;
    int64_t in_size = place_by_size(g, by_size);
    g->arena_bytes = in_size <= in_time ? place_in_order(by_size, n) : place_in_time(by_time, n);
    search_offsets(g);
}
