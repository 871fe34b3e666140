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

/* A step that takes turns with others, as pte_stage has it in the turn that is looked at. */
typedef struct Stage {
    Step *s;
    int64_t asked;     /* behind the last row of its result that is asked for */
    int64_t from, end; /* rows that are computed */
    int64_t held;      /* most rows that memory holds at once */
} Stage;

typedef struct Chain {
    Stage stage[MOST_STEPS];
    int count;
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

/* -- what memory holds, turn by turn, as pte_stage.h has it at run time -- */

static int64_t least(int64_t a, int64_t b)
{
    return a < b ? a : b;
}

static int64_t most(int64_t a, int64_t b)
{
    return a > b ? a : b;
}

static bool moves_window(const Step *s, int operand)
{
    return s->kind == K_CONV && operand == CONV_IN;
}

/* First row of the operand that the step reads for row y of its result and later ones. */
static int64_t first_read(const Step *s, int operand, int64_t y)
{
    const Window *w = &s->win;
    return moves_window(s, operand) ? most(y * w->stride[0] - w->pad[0], 0) : y;
}

/* Behind the last row of the operand that it reads for row y and earlier ones; below 0 it counts
 * on. */
static int64_t read_until(const Step *s, int operand, int64_t y)
{
    return moves_window(s, operand) ? rows_read(s, y) : y + 1;
}

typedef struct Need {
    int64_t from, end; /* rows of a stage's result that others read now or later, and until now */
} Need;

/* What the stages behind stage i need of its result in this turn. */
static Need need_of(const Chain *c, int i)
{
    Need n = {INT64_MAX, INT64_MIN};
    for (const Stage *reader = &c->stage[i + 1]; reader < &c->stage[c->count]; reader++)
        for (int k = 0; k < reader->s->nin; k++)
            if (reader->s->in[k] == c->stage[i].s->out[0]) {
                n.from = least(n.from, first_read(reader->s, k, reader->from));
                n.end = most(n.end, read_until(reader->s, k, reader->asked - 1));
            }
    return n;
}

static void advance(Stage *s, int64_t asked)
{
    s->asked = asked;
    s->from = s->end;
    s->end = most(s->end, asked);
}

/* Rows until `asked` of the last result, and of the others what they need. */
static void take_turn(Chain *c, int64_t asked)
{
    advance(&c->stage[c->count - 1], asked);
    for (int i = c->count - 2; i >= 0; i--) {
        Stage *s = &c->stage[i];
        Need need = need_of(c, i);
        int64_t first = least(need.from, s->end);
        advance(s, need.end);
        s->held = most(s->held, s->end - first);
    }
}

/* Before the first row that is needed for row `from` of the last result, as pte_stage_before(). */
static void start_at(Chain *c, int64_t from)
{
    for (int i = c->count - 1; i >= 0; i--) {
        Stage *s = &c->stage[i];
        s->from = s->end = i + 1 < c->count ? least(need_of(c, i).from, height(s->s)) : from;
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
    const Stage *first = &c->stage[0], *last = &c->stage[c->count - 1];
    bool in_place = adds_to_operand(first->s, last->s);
    start_at(c, from);
    for (int64_t asked = from; asked < end;) {
        asked = least(asked + rows, end);
        take_turn(c, asked);
        if (in_place && first_read(first->s, CONV_IN, first->from) < last->from)
            return false;
    }
    return true;
}

static bool simulate(Chain *c, int64_t rows)
{
    for (int i = 0; i < c->count; i++)
        c->stage[i].held = 0;
    return simulate_part(c, rows, 0, height(c->stage[c->count - 1].s));
}

static int64_t near_bytes(const Chain *c)
{
    int64_t n = 0;
    for (int i = 0; i + 1 < c->count; i++)
        n += c->stage[i].held * row_bytes(c->stage[i].s);
    return n;
}

/* -- which chains -- */

/* Weights are read again for every strip, the results between the steps written and read once. */
static bool pays(const Chain *c, int64_t rows)
{
    int64_t weights = 0, between = 0;
    for (int i = 0; i < c->count; i++) {
        weights += value_bound_bytes(c->stage[i].s->in[CONV_WEIGHT]);
        between += i + 1 < c->count ? value_bound_bytes(c->stage[i].s->out[0]) : 0;
    }
    int64_t all = height(c->stage[c->count - 1].s), strips = (all + rows - 1) / rows;
    return between > WORTH_BYTES && (strips - 1) * weights <= between;
}

/* Rows of the last result at a time: as many as stay near; 0 if the chain does not pay. */
static int64_t choose_rows(Chain *c)
{
    int64_t rows = 0, all = height(c->stage[c->count - 1].s);
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
    *strip = (Strip){.first = c->stage[0].s, .last = c->stage[c->count - 1].s, .rows = rows};
    for (int i = 0; i < c->count; i++) {
        c->stage[i].s->strip = strip;
        if (i + 1 < c->count)
            c->stage[i].s->out[0]->held_rows = c->stage[i].held;
    }
}

/* Each part has rows of its own, enough for any number of parts up to `parts`. */
void split_strip(Strip *strip, int parts)
{
    Chain c = {.count = 0};
    for (Step *s = strip->first; s != strip->last->next; s = s->next)
        c.stage[c.count++].s = s;
    int64_t all = height(strip->last);
    for (int n = 1; n <= parts; n++)
        for (int part = 0; part < n; part++) /* at the rows of pte_part_start() */
            simulate_part(&c, strip->rows, all * part / n, all * (part + 1) / n);
    for (int i = 0; i + 1 < c.count; i++) {
        c.stage[i].s->out[0]->held_rows = c.stage[i].held;
        c.stage[i].s->out[0]->rings = parts;
    }
    strip->parts = parts;
}

static Chain longest_chain(const OnlyReader *r, Step *s)
{
    Chain c = {.stage = {{.s = s}}, .count = 1};
    while (c.count < MOST_STEPS && s->next && continues(r, s, s->next))
        c.stage[c.count++].s = s = s->next;
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
            s = c.stage[c.count - 1].s;
        }
}
