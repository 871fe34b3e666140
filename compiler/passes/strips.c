/* SPDX-License-Identifier: 0BSD
 * Chains of convolutions, each the only reader of the one before, run a few rows at a time: of the
 * results between them memory holds only the rows that are still needed, near the processor. */
#include "kernel.h"
#include "passes.h"
#include "vector.h"

enum {
    MOST_STEPS = 16,          /* of a chain */
    NEAR_BYTES = 256 * 1024,  /* that the results between the steps may take: part of a cache */
    WORTH_BYTES = 256 * 1024, /* less than this stays near anyway */
};

typedef struct Chain {
    Step *step[MOST_STEPS];
    int count;
    int64_t held[MOST_STEPS]; /* rows of each result that memory holds at once */
} Chain;

/* Winograd's blocks begin at fixed rows: those of strips would have other bits. */
static bool may_run_by_rows(const Step *s)
{
    return s->kind == K_CONV && s->kernel && s->kernel->pack && s->kernel->pack != pack_winograd &&
           s->nout == 1 && /* scratch is nobody else's for one step */
           s->win.rank == 2 && value_is_static(s->in[CONV_IN]) && value_is_static(s->out[0]) &&
           s->out[0]->type.dim[0] == size_const(1);
}

static int64_t height(const Step *s)
{
    return size_value(s->out[0]->type.dim[2]);
}

static int64_t row_bytes(const Step *s)
{
    return value_bound_bytes(s->out[0]) / height(s);
}

/* The step whose result goes into `s` and nowhere else, right before it. */
static bool continues(const OnlyReader *r, const Step *before, const Step *s)
{
    const Value *v = before->out[0];
    return s->prev == before && may_run_by_rows(s) && s->in[CONV_IN] == v && r->count[v->id] == 1 &&
           !before->in[CONV_ADD] && height(before) > 1;
}

/* -- what memory holds, strip by strip, as pte_stage_feed() does it at run time -- */

typedef struct Rows {
    int64_t from, end; /* of the result: computed in this strip */
} Rows;

static int64_t least(int64_t a, int64_t b)
{
    return a < b ? a : b;
}

/* Rows of its operand that `s` needs for `out` of its result; returns the first that is held. */
static int64_t feed(const Step *s, const Rows *out, Rows *in)
{
    const Window *w = &s->win;
    int64_t start = out->from * w->stride[0] - w->pad[0];
    int64_t end = rows_read(s, out->end - 1);
    in->from = in->end;
    in->end = end > in->from ? end : in->from;
    return least(start > 0 ? start : 0, in->from);
}

/* Before the first row that is needed for row `from` of the last result, as pte_stage_before(). */
static void start_at(const Chain *c, int64_t from, Rows *r)
{
    r[c->count - 1].from = r[c->count - 1].end = from;
    for (int i = c->count - 1; i > 0; i--) {
        const Window *w = &c->step[i]->win;
        int64_t start = r[i].end * w->stride[0] - w->pad[0];
        r[i - 1].from = r[i - 1].end = start < 0 ? 0 : least(start, height(c->step[i - 1]));
    }
}

bool adds_to_operand(const Step *first, const Step *last)
{
    Value *in = first->in[CONV_IN], *add = last->in[CONV_ADD];
    return add && value_root(in) == value_root(add) && in->offset == add->offset &&
           same_places(in, add);
}

/* Raises `held` to what rows [from, end) of the last result need, in strips of so many. False: the
 * chain would read rows of its input where its result, added to it in place, lies already. */
static bool simulate_part(Chain *c, int64_t rows, int64_t from, int64_t end)
{
    const Step *last = c->step[c->count - 1];
    bool in_place = adds_to_operand(c->step[0], last);
    Rows r[MOST_STEPS] = {{0}}, input = {0};
    start_at(c, from, r);
    while (r[c->count - 1].end < end) {
        Rows *of_last = &r[c->count - 1];
        int64_t written = of_last->end;
        of_last->from = of_last->end;
        of_last->end = least(of_last->end + rows, end);
        for (int i = c->count - 1; i > 0; i--) {
            int64_t first = feed(c->step[i], &r[i], &r[i - 1]);
            if (r[i - 1].end - first > c->held[i - 1])
                c->held[i - 1] = r[i - 1].end - first;
        }
        if (in_place && feed(c->step[0], &r[0], &input) < written)
            return false;
    }
    return true;
}

static bool simulate(Chain *c, int64_t rows)
{
    for (int i = 0; i < c->count; i++)
        c->held[i] = 0;
    return simulate_part(c, rows, 0, height(c->step[c->count - 1]));
}

static int64_t near_bytes(const Chain *c)
{
    int64_t n = 0;
    for (int i = 0; i + 1 < c->count; i++)
        n += c->held[i] * row_bytes(c->step[i]);
    return n;
}

/* -- which chains -- */

/* Weights are read again for every strip, the results between the steps written and read once. */
static bool pays(const Chain *c, int64_t rows)
{
    int64_t weights = 0, between = 0;
    for (int i = 0; i < c->count; i++) {
        weights += value_bound_bytes(c->step[i]->in[CONV_WEIGHT]);
        between += i + 1 < c->count ? value_bound_bytes(c->step[i]->out[0]) : 0;
    }
    int64_t all = height(c->step[c->count - 1]), strips = (all + rows - 1) / rows;
    return between > WORTH_BYTES && (strips - 1) * weights <= between;
}

/* Rows of the last result at a time: as many as stay near; 0 if the chain does not pay. */
static int64_t choose_rows(Chain *c)
{
    int64_t rows = 0, all = height(c->step[c->count - 1]);
    while (rows + 1 < all && simulate(c, rows + 1) && near_bytes(c) <= NEAR_BYTES)
        rows++;
    if (rows == 0 || !pays(c, rows))
        return 0;
    rows = (all + (all + rows - 1) / rows - 1) / ((all + rows - 1) / rows); /* of equal heights */
    return simulate(c, rows) ? rows : 0;
}

static void make_strip(const Chain *c, int64_t rows)
{
    Strip *strip = NEW(Strip, 1);
    *strip = (Strip){.first = c->step[0], .last = c->step[c->count - 1], .rows = rows};
    for (int i = 0; i < c->count; i++) {
        c->step[i]->strip = strip;
        if (i + 1 < c->count)
            c->step[i]->out[0]->held_rows = c->held[i];
    }
}

/* Each part has rows of its own, enough for any number of parts up to `parts`. */
void split_strip(Strip *strip, int parts)
{
    Chain c = {.count = 0};
    for (Step *s = strip->first; s != strip->last->next; s = s->next)
        c.step[c.count++] = s;
    int64_t all = height(strip->last);
    for (int n = 1; n <= parts; n++)
        for (int part = 0; part < n; part++) /* at the rows of pte_part_start() */
            simulate_part(&c, strip->rows, all * part / n, all * (part + 1) / n);
    for (int i = 0; i + 1 < c.count; i++) {
        c.step[i]->out[0]->held_rows = c.held[i];
        c.step[i]->out[0]->rings = parts;
    }
    strip->parts = parts;
}

static Chain longest_chain(const OnlyReader *r, Step *s)
{
    Chain c = {.step = {s}, .count = 1};
    while (c.count < MOST_STEPS && s->next && continues(r, s, s->next))
        c.step[c.count++] = s = s->next;
    return c;
}

void choose_strips(Graph *g)
{
    OnlyReader r = only_readers(g);
    FOR_BLOCKS(b, g)
        for (Step *s = b->first; s; s = s->next) {
            if (!may_run_by_rows(s))
                continue;
            Chain c = longest_chain(&r, s);
            int64_t rows = 0;
            while (c.count > 1 && (rows = choose_rows(&c)) == 0)
                c.count--;
            if (rows)
                make_strip(&c, rows);
            s = c.step[c.count - 1];
        }
}
