/* SPDX-License-Identifier: 0BSD
 * Steps that take turns, each computing a few rows: what of the results between them memory holds.
 */
#include "plan/strips/strips.h"
#include "graph/access.h"
#include "graph/build.h"
#include "plan/strips/rows.h"
#include "pte_turns.h"
#include "select/registry.h"

#include <string.h>

/* Does the step read a window of rows of the operand that moves with its own rows? */
static bool moves_window(const Step *s, int operand)
{
    return slides_over_rows(s) && operand == CONV_IN;
}

/* Returns the first row of the operand that the step reads for row y of its result and later ones.
 */
static int64_t first_read(const Step *s, int operand, int64_t y)
{
    const Window *w = &s->win;
    return moves_window(s, operand) ? max64(y * w->stride[0] - w->pad[0], 0) : y;
}

Reach reach(const Step *s, int operand)
{
    const Window *w = &s->win;
    if (!moves_window(s, operand))
        return (Reach){1, 0};
    int64_t window = w->dilation[0] * (w->kernel[0] - 1) + 1;
    return (Reach){w->stride[0], window - w->stride[0] - w->pad[0]};
}

/* Returns the first row of stage i's result that the stages behind it read in this turn or later.
 */
static int64_t first_needed(const Chain *c, int i)
{
    int64_t first = height(c->stage[i].s);
    for (const Stage *reader = &c->stage[i + 1]; reader < &c->stage[c->count]; reader++)
        for (int k = 0; k < reader->s->nin; k++)
            if (reader->s->in[k] == c->stage[i].s->out[0])
                first = min64(first, first_read(reader->s, k, reader->from));
    return first;
}

static void advance(Stage *s, int64_t turn, int64_t most_rows)
{
    int64_t until = (turn * s->turns.rows + s->turns.start) / s->turns.turns;
    s->from = s->end;
    s->end = max64(s->end, min64(until, most_rows));
}

/* Simulates a turn: raises how many rows are kept from earlier turns or, once that is known, how
 * many are held. */
static void take_turn(Chain *c, int64_t turn, int64_t end, bool knows_kept)
{
    advance(&c->stage[c->count - 1], turn, end);
    for (int i = c->count - 2; i >= 0; i--) {
        Stage *s = &c->stage[i];
        advance(s, turn, height(s->s));
        if (knows_kept)
            s->held = max64(s->held, s->end - max64(s->from - s->turns.kept, s->begin));
        else
            s->turns.kept = max64(s->turns.kept, s->from - first_needed(c, i));
    }
}

/* Rewinds each stage to the first row that is needed for row `from` of the last result. It must do
 * what pte_turns_before() does where the code runs. */
static void start_at(Chain *c, int64_t from)
{
    for (int i = c->count - 1; i >= 0; i--) {
        Stage *s = &c->stage[i];
        s->begin = s->from = s->end = i + 1 < c->count ? first_needed(c, i) : from;
    }
}

/* Simulates the turns that compute rows [from, end) of the last result. Returns false if rows of
 * the chain's input would be read after its result, added in place, has overwritten them. */
static bool simulate_part(Chain *c, int64_t from, int64_t end, bool knows_kept)
{
    const Stage *first = &c->stage[0], *last = &c->stage[c->count - 1];
    bool in_place = adds_to_operand(first->s, last->s);
    start_at(c, from);
    for (int64_t turn = 0; last->end < end; turn++) {
        take_turn(c, turn, end, knows_kept);
        if (in_place && first_read(first->s, CONV_IN, first->from) < last->from)
            return false;
    }
    return true;
}

_Static_assert(sizeof((pte_turns){0}.height) == 2 && sizeof((pte_turns){0}.begin) == 2 &&
                   sizeof((pte_turns){0}.rows) == 1 && sizeof((pte_turns){0}.turns) == 1 &&
                   sizeof((pte_turns){0}.kept) == 1,
               "what are_told() asks");

/* Do all fields of all stages fit the narrow integers of pte_turns? */
static bool are_told(const Chain *c)
{
    for (const Stage *s = c->stage; s < &c->stage[c->count]; s++) {
        const Turns *t = &s->turns;
        if (height(s->s) > UINT16_MAX || max64(max64(t->rows, t->turns), t->kept) > UINT8_MAX)
            return false;
    }
    return true;
}

bool simulate(Chain *c)
{
    int64_t rows = height(c->stage[c->count - 1].s);
    for (int i = 0; i < c->count; i++)
        c->stage[i].held = c->stage[i].turns.kept = 0;
    return simulate_part(c, 0, rows, false) && simulate_part(c, 0, rows, true) && are_told(c);
}

static void add_result(Step *s, Value *v)
{
    Value **out = NEW(Value *, s->nout + 1);
    memcpy(out, s->out, (size_t)s->nout * sizeof *out);
    out[s->nout++] = v;
    s->out = out;
    v->def = s;
}

/* Gives a pool over all rows the kernel that takes them in turns; its sums become a second result.
 */
static void take_rows(Graph *g, Step *s)
{
    s->kernel = kernel_variant(s->kernel, VARIANT_TURNS);
    add_result(s,
               value_new(g, s->in[0]->type.dtype == F32 ? F32 : I32, 1, &s->out[0]->type.dim[1]));
}

static void keep_apart(Graph *g, const Stage *s)
{
    const Value *out = s->s->out[0];
    int64_t row = size_value(value_numel(out)) / height(s->s);
    s->s->kept = value_new(g, out->type.dtype, 1, (Size *[]){size_const(s->turns.kept * row)});
    add_result(s->s, s->s->kept);
}

void make_strip(Graph *g, const Chain *c)
{
    Strip *strip = NEW(Strip, 1);
    *strip = (Strip){.first = c->stage[0].s, .last = c->stage[c->count - 1].s};
    for (int i = 0; i < c->count; i++) {
        const Stage *s = &c->stage[i];
        if (step_scratch(s->s))
            step_scratch(s->s)->passing = true;
        if (pools_whole_rows(s->s))
            take_rows(g, s->s);
        if (s->s->kind == K_MAP)
            s->s->kernel = NULL;
        s->s->strip = strip;
        s->s->turns = s->turns;
        if (s->apart)
            keep_apart(g, s);
        if (i + 1 == c->count)
            break;
        s->s->out[0]->held_rows = s->held;
        s->s->out[0]->passing = s->apart || s->turns.kept == 0;
    }
}

/* Sets the turns of a part whose last result begins at row `from`. */
static void shift_turns(Chain *c, int64_t from)
{
    int64_t scale = 1;
    for (int i = c->count; i-- > 0;) {
        c->stage[i].turns.start = c->stage[i].s->turns.start + from * scale;
        scale *= reach(c->stage[i].s, CONV_IN).scale;
    }
}

static void simulate_parts(Chain *c, int parts, bool knows_kept)
{
    int64_t all = height(c->stage[c->count - 1].s);
    for (int n = 1; n <= parts; n++)
        for (int part = 0; part < n; part++) { /* at the rows of pte_part_start() */
            shift_turns(c, all * part / n);
            simulate_part(c, all * part / n, all * (part + 1) / n, knows_kept);
        }
}

/* Splits the strip into `parts` parts, each with memory of its own for the held rows: enough for
 * any number of parts up to `parts`. Does nothing if numbers are too large. */
void split_strip(Strip *strip, int parts)
{
    Chain c = {.count = 0};
    for (Step *s = strip->first; s != strip->last->next; s = s->next)
        c.stage[c.count++] = (Stage){.s = s, .turns = s->turns};
    simulate_parts(&c, parts, false);
    simulate_parts(&c, parts, true);
    if (!are_told(&c))
        return;
    for (int i = 0; i + 1 < c.count; i++) {
        Step *s = c.stage[i].s;
        Value *v = s->out[0];
        s->turns.kept = c.stage[i].turns.kept;
        v->held_rows = c.stage[i].held;
        v->rings = parts;
        v->passing = false; /* parts take their turns at the same time */
    }
    strip->parts = parts;
}
