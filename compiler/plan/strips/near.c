/* SPDX-License-Identifier: 0BSD
 * Chains of convolutions and pools, each the only reader of the one before, run a few rows at a
 * time: the results between them stay near the processor. */
#include "plan/strips/near.h"
#include "graph/build.h"
#include "graph/kernel.h"
#include "graph/rewrite.h"
#include "plan/strips/rows.h"
#include "plan/strips/strips.h"

enum {
    MOST_STEPS = 16,          /* of a chain */
    NEAR_BYTES = 448 * 1024,  /* that the results between the steps may take: part of a cache */
    FAR_BYTES = 256 * 1024,   /* operand and result of a step, less than these stay near anyway */
    WORTH_BYTES = 128 * 1024, /* results that strips keep near, at least */
    COLUMN_BYTES = 16,        /* of a strip's rows in one channel: lower ones take longer */
};

static bool is_fast(const Step *s)
{
    return slides_over_rows(s) && may_run_by_rows(s) && (s->kernel->pack || s->kind == K_POOL);
}

/* Does `s` continue a chain that ends with `before`: is it fast, right behind, and the only reader
 * of the result? */
static bool continues(const OnlyReader *r, const Step *before, const Step *s)
{
    const Value *v = before->out[0];
    return s->prev == before && is_fast(s) && s->in[CONV_IN] == v && r->count[v->id] == 1 &&
           !(before->kind == K_CONV && before->in[CONV_ADD]) && height(before) > 1;
}

static int64_t near_bytes(const Chain *c)
{
    int64_t n = 0;
    for (int i = 0; i + 1 < c->count; i++)
        n += c->stage[i].held * row_bytes(c->stage[i].s);
    return n;
}

/* Simulates a strip that computes `rows` rows of the last result in each turn, and all rows that
 * they need. */
static bool simulate_strips(Chain *c, int64_t rows)
{
    Turns t = {.rows = rows, .turns = 1, .start = rows};
    for (int i = c->count; i-- > 0;) {
        Reach r = reach(c->stage[i].s, CONV_IN);
        c->stage[i].turns = t;
        t.rows *= r.scale;
        t.start = t.start * r.scale + r.more;
    }
    return simulate(c);
}

/* Returns the bytes of the result that leave the cache before the next step reads them if the step
 * is computed whole; 0 if operand and result stay near as they are. */
static int64_t far_bytes(const Step *s)
{
    int64_t in = value_bound_bytes(s->in[CONV_IN]), out = value_bound_bytes(s->out[0]);
    return in + out > FAR_BYTES ? out : 0;
}

/* Counts the bytes that a chain moves: weights are read again for every strip, the results between
 * the steps written and read once. */
typedef struct Traffic {
    int64_t weights, between; /* bytes */
} Traffic;

static Traffic traffic(const Chain *c)
{
    Traffic t = {0};
    for (int i = 0; i < c->count; i++) {
        const Step *s = c->stage[i].s;
        t.weights += s->kind == K_CONV ? value_bound_bytes(s->in[CONV_WEIGHT]) : 0;
        t.between += i + 1 < c->count ? far_bytes(s) : 0;
    }
    return t;
}

/* Returns how many strips there may be to save memory: their rows must be enough to take no longer,
 * and weights read again must weigh little beside what stays near. */
static int64_t low_strips(const Chain *c, const Traffic *t)
{
    enum { SHARE = 8 };
    const Value *out = c->stage[c->count - 1].s->out[0];
    int64_t least = COLUMN_BYTES / (int64_t)dtype_bytes((int)out->type.dtype);
    return min64(quotient_up(height(c->stage[c->count - 1].s), least),
                 1 + t->between / (SHARE * max64(t->weights, 1)));
}

/* Returns how many rows of the last result a turn computes: as many as stay near, or fewer; 0 if
 * the chain does not pay. */
static int64_t choose_rows(Chain *c)
{
    int64_t rows = 0, all = height(c->stage[c->count - 1].s);
    Traffic t = traffic(c);
    while (rows + 1 < all && simulate_strips(c, rows + 1) && near_bytes(c) <= NEAR_BYTES)
        rows++;
    if (rows == 0 || t.between <= WORTH_BYTES)
        return 0;
    int64_t strips = quotient_up(all, rows);
    if ((strips - 1) * t.weights > t.between)
        return 0;
    rows = quotient_up(all, max64(strips, low_strips(c, &t))); /* of equal heights */
    return simulate_strips(c, rows) ? rows : 0;
}

static Chain longest_chain(const OnlyReader *r, Step *s)
{
    Chain c = {.stage = {{.s = s}}, .count = 1};
    while (c.count < MOST_STEPS && s->next && continues(r, s, s->next))
        c.stage[c.count++].s = s = s->next;
    return c;
}

void choose_near_strips(Graph *g)
{
    OnlyReader r = only_readers(g);
    FOR_BLOCKS(b, g)
        for (Step *s = b->first; s; s = s->next) {
            if (!is_fast(s))
                continue;
            Chain c = longest_chain(&r, s);
            int64_t rows = 0;
            while (c.count > 1 && (rows = choose_rows(&c)) == 0)
                c.count--;
            if (rows)
                make_strip(g, &c);
            s = c.stage[c.count - 1].s;
        }
}
