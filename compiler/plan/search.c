/* SPDX-License-Identifier: 0BSD
 * Offsets that need less than those of place.c, or a proof that none do: branch and bound over the
 * orders in which buffers may lie above each other. */
#include "plan/search.h"
#include "base/progress.h"
#include "plan/lives.h"
#include "plan/place.h"

#include <string.h>

enum { WORK = 10000000 };    /* pairs of buffers looked at before the search gives up */
enum { MOST_BUFFERS = 256 }; /* of a group that is searched at once */

typedef enum Outcome { FOUND, NONE, GAVE_UP } Outcome;

typedef struct Item {
    Buffer *buffer;
    int64_t size;
    int over; /* index of the operand that it may lie over, or -1 */
    bool placed;
} Item;

/* Lists the buffers that live at one step, as indices of items. */
typedef struct Clique {
    int step, count;
    int *member;
} Clique;

/* Holds the state of the search. In a plan where no buffer can lie lower by itself, each is on the
 * ground or as near to a lower one as it may be. Such plans are built from the ground up, each
 * buffer no lower than the one before it. An overlap that has to be exact may be larger here:
 * proofs hold, but not all that is found. */
typedef struct Search {
    Item *item; /* the later first, so that a result comes before its operand */
    int n;
    Clique *clique;
    int ncliques;
    int64_t limit; /* offset at which all must end */
    int64_t *work; /* how much is left of WORK */
    int64_t *low;  /* for each depth, n offsets: the lowest that the placed ones allow each item */
    Buffer **order;
} Search;

static int64_t aligned(int64_t bytes)
{
    return round_up(bytes, ARENA_ALIGN);
}

/* Returns the least bytes between the starts of two buffers that live together, of which `upper`
 * starts no lower. */
static int64_t distance(const Buffer *lower, const Buffer *upper)
{
    int64_t apart = aligned(lower->bound);
    if (lower->over == upper)
        return min64(apart, -lower->over_before);
    if (upper->over == lower)
        return min64(apart, upper->over_behind);
    return apart;
}

/* Can those members of the clique that are not placed end within the limit if none of them starts
 * below `at`? */
static bool clique_fits(const Search *s, const Clique *c, const int64_t *low, int64_t at)
{
    int64_t start = INT64_MAX, bytes = 0;
    *s->work -= c->count;
    for (int i = 0; i < c->count; i++) {
        const Item *item = &s->item[c->member[i]];
        if (item->placed)
            continue;
        start = min64(start, low[c->member[i]]);
        bytes += item->size;
        const Item *operand = item->over >= 0 ? &s->item[item->over] : NULL;
        if (operand && !operand->placed && lives_at(operand->buffer, c->step))
            bytes -= overlap_saves(item->buffer);
    }
    return !bytes || max64(start, at) + bytes <= s->limit;
}

static bool rest_fits(const Search *s, const int64_t *low, int64_t at)
{
    for (int i = 0; i < s->ncliques; i++)
        if (!clique_fits(s, &s->clique[i], low, at))
            return false;
    return true;
}

/* Returns the lowest offset at which a buffer that is not placed can end: one that starts there or
 * above leaves a gap in which another could lie lower. */
static int64_t first_gap(const Search *s, const int64_t *low)
{
    int64_t end = INT64_MAX;
    for (int i = 0; i < s->n; i++)
        if (!s->item[i].placed)
            end = min64(end, low[i] + s->item[i].size);
    return end;
}

/* Places the buffers from `depth` on, none below `at`; those with one offset come in the order of
 * their indices, after `last`. Returns false if they do not fit, or if the work is used up. */
static bool place_next(Search *s, int depth, int64_t at, int last)
{
    int64_t *low = s->low + depth * s->n, *next = low + s->n, end = first_gap(s, low);
    for (int i = 0; i < s->n && *s->work >= 0; i++) {
        Item *item = &s->item[i];
        if (item->placed || low[i] >= end || low[i] < at || (low[i] == at && i < last))
            continue;
        item->placed = true;
        s->order[depth] = item->buffer;
        for (int k = 0; k < s->n; k++) {
            const Buffer *b = s->item[k].buffer;
            bool meets = overlap_in_time(item->buffer, b);
            next[k] = meets ? max64(low[k], low[i] + distance(item->buffer, b)) : low[k];
        }
        *s->work -= s->n;
        if (depth + 1 == s->n ||
            (rest_fits(s, next, low[i]) && place_next(s, depth + 1, low[i], i)))
            return true;
        item->placed = false;
    }
    return false;
}

static void collect_items(Search *s, Buffer **buffer)
{
    s->item = NEW(Item, s->n);
    for (int i = 0; i < s->n; i++) {
        Buffer *b = buffer[s->n - 1 - i];
        s->item[i] = (Item){.buffer = b, .size = aligned(b->bound), .over = -1};
        for (int k = 0; b->over && k < s->n; k++)
            if (buffer[s->n - 1 - k] == b->over)
                s->item[i].over = k;
    }
}

/* Collects the cliques of all steps at which a buffer starts: at no other step do more live. */
static void collect_cliques(Search *s)
{
    s->clique = NEW(Clique, s->n);
    for (int i = 0; i < s->n; i++) {
        int step = s->item[i].buffer->first;
        if (i > 0 && s->item[i - 1].buffer->first == step)
            continue;
        Clique *c = &s->clique[s->ncliques++];
        c->step = step;
        c->member = NEW(int, s->n);
        for (int k = 0; k < s->n; k++)
            if (lives_at(s->item[k].buffer, step))
                c->member[c->count++] = k;
    }
}

static Outcome search(Buffer **buffer, int n, int64_t limit, int64_t *work, Buffer **order)
{
    Search s = {.n = n, .limit = limit, .work = work, .order = order};
    if (n > MOST_BUFFERS)
        return GAVE_UP;
    collect_items(&s, buffer);
    collect_cliques(&s);
    s.low = NEW(int64_t, (n + 1) * n);
    if (rest_fits(&s, s.low, 0) && place_next(&s, 0, 0, -1))
        return FOUND;
    return *work < 0 ? GAVE_UP : NONE;
}

/* Does `b` fit below the limit wherever the others are? They leave at most as many gaps as they
 * are, and one. */
static bool fits_anyhow(const Buffer *b, Buffer *const *other, int n, int64_t limit)
{
    int64_t left = limit, gaps = 1;
    for (int i = 0; i < n; i++)
        if (other[i] != b && overlap_in_time(other[i], b)) {
            left -= aligned(other[i]->bound);
            gaps++;
        }
    return b->bound == 0 || left > gaps * (aligned(b->bound) - ARENA_ALIGN);
}

/* Moves the buffers that need no search from `rest` to the end of `order`. Returns how many are
 * left in `rest`. */
static int set_aside(Buffer **rest, int n, int64_t limit, int64_t *work, Buffer **order)
{
    for (bool any = true; any && *work >= 0;) {
        any = false;
        for (int i = 0; i < n; i++) {
            *work -= n;
            if (!fits_anyhow(rest[i], rest, n, limit))
                continue;
            any = true;
            order[--n] = rest[i];
            memmove(rest + i, rest + i + 1, (size_t)(n - i) * sizeof *rest);
            i--;
        }
    }
    return n;
}

/* Finds an order of placing in which all buffers end within the limit. */
static Outcome find_order(const Graph *g, int64_t limit, int64_t *work, Buffer **order)
{
    Buffer **rest = in_time_order(g);
    int n = set_aside(rest, g->nbuffers, limit, work, order);
    for (int from = 0, to; from < n; from = to) {
        int last = rest[from]->last; /* what starts later does not meet these */
        for (to = from + 1; to < n && rest[to]->first <= last; to++)
            last = rest[to]->last > last ? rest[to]->last : last;
        Outcome found = search(rest + from, to - from, limit, work, order + from);
        if (found != FOUND)
            return found;
    }
    return FOUND;
}

/* Takes the offsets that placing in `order` gives, if they need less than those that the buffers
 * have. Returns whether it did. */
static bool take_order(Graph *g, Buffer **order)
{
    int64_t *before = NEW(int64_t, g->nbuffers);
    for (int i = 0; i < g->nbuffers; i++)
        before[i] = order[i]->offset;
    int64_t total = place_in_order(order, g->nbuffers);
    if (total < g->arena_bytes) {
        g->arena_bytes = total;
        return true;
    }
    for (int i = 0; i < g->nbuffers; i++)
        order[i]->offset = before[i];
    return false;
}

void search_offsets(Graph *g)
{
    int64_t work = WORK;
    Buffer **order = NEW(Buffer *, g->nbuffers);
    while (g->arena_bytes > g->least_bytes) {
        progress_late("ptec: %s, looking for a plan below %lld bytes", g->name,
                      (long long)g->arena_bytes);
        Outcome found = find_order(g, g->arena_bytes - ARENA_ALIGN, &work, order);
        if (found == NONE)
            g->least_bytes = g->arena_bytes;
        else if (found == GAVE_UP || !take_order(g, order))
            return;
    }
}
