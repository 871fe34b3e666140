/* SPDX-License-Identifier: 0BSD
 * Steps that take turns, each computing a few rows: what of the results between them memory holds.
 */
#include "strips.h"
#include "kernel.h"
#include "model.h"
#include "nest.h"
#include "passes.h"
#include "vector.h"

/* A picture whose rows lie one behind the other. */
static bool has_rows(const Value *v)
{
    return v->type.rank == 4 && value_is_static(v) && v->type.dim[0] == size_const(1) &&
           (channels_last(v) || (v->type.dim[1] == size_const(1) && layout_is_row_major(v)));
}

/* Winograd's blocks begin at fixed rows: those of strips would have other bits. */
static bool is_conv_by_rows(const Step *s)
{
    return s->kind == K_CONV && s->kernel && s->kernel->params == params_conv2d &&
           s->kernel->pack != pack_winograd && s->win.rank == 2 && value_is_static(s->in[CONV_IN]);
}

/* Elements in the order of memory, each of those at the same place in its operands. */
static bool is_map_by_rows(const Step *s)
{
    if (s->kind != K_MAP || s->kernel)
        return false;
    Nest n = make_nest(s);
    bool plain = n.rank == 1;
    for (int i = 0; i < n.nlanes; i++)
        plain = plain && !n.lane[i].explicit_strides && !n.lane[i].indexed;
    return plain;
}

bool sums_rows(const Step *s)
{
    const Window *w = &s->win;
    return s->kind == K_POOL && kernel_variant(s->kernel, VARIANT_TURNS) && w->rank == 2 &&
           has_rows(s->in[0]) && value_numel(s->out[0]) == s->out[0]->type.dim[1] &&
           w->pad[0] == 0 && w->pad[1] == 0 && w->dilation[0] == 1 && w->dilation[1] == 1;
}

bool may_run_by_rows(const Step *s)
{
    return sums_rows(s) || (has_rows(s->out[0]) && (is_conv_by_rows(s) || is_map_by_rows(s)));
}

int64_t height(const Step *s)
{
    return s->kind == K_POOL ? s->win.kernel[0] : size_value(s->out[0]->type.dim[2]);
}

int64_t row_bytes(const Step *s)
{
    return value_bound_bytes(s->out[0]) / height(s);
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

Reach reach(const Step *s, int operand)
{
    const Window *w = &s->win;
    if (!moves_window(s, operand))
        return (Reach){1, 0};
    int64_t window = w->dilation[0] * (w->kernel[0] - 1) + 1;
    return (Reach){w->stride[0], window - w->stride[0] - w->pad[0]};
}

/* First row of stage i's result that the stages behind it read in this turn or later. */
static int64_t first_kept(const Chain *c, int i)
{
    int64_t first = height(c->stage[i].s);
    for (const Stage *reader = &c->stage[i + 1]; reader < &c->stage[c->count]; reader++)
        for (int k = 0; k < reader->s->nin; k++)
            if (reader->s->in[k] == c->stage[i].s->out[0])
                first = least(first, first_read(reader->s, k, reader->from));
    return first;
}

static void advance(Stage *s, int64_t turn, int64_t most_rows)
{
    int64_t until = (turn * s->turns.rows + s->turns.start) / s->turns.turns;
    s->from = s->end;
    s->end = most(s->end, least(until, most_rows));
}

static void take_turn(Chain *c, int64_t turn, int64_t end)
{
    advance(&c->stage[c->count - 1], turn, end);
    for (int i = c->count - 2; i >= 0; i--) {
        Stage *s = &c->stage[i];
        int64_t first = least(first_kept(c, i), s->end);
        s->carries |= first < s->end;
        advance(s, turn, height(s->s));
        s->held = most(s->held, s->end - first);
    }
}

/* Before the first row that is needed for row `from` of the last result, as pte_stage_before(). */
static void start_at(Chain *c, int64_t from)
{
    for (int i = c->count - 1; i >= 0; i--) {
        Stage *s = &c->stage[i];
        s->from = s->end = i + 1 < c->count ? first_kept(c, i) : from;
    }
}

bool adds_to_operand(const Step *first, const Step *last)
{
    if (first->kind != K_CONV || last->kind != K_CONV)
        return false;
    Value *in = first->in[CONV_IN], *add = last->in[CONV_ADD];
    return add && value_root(in) == value_root(add) && in->offset == add->offset &&
           same_places(in, add);
}

/* Raises `held` to what rows [from, end) of the last result need. */
static bool simulate_part(Chain *c, int64_t from, int64_t end)
{
    const Stage *first = &c->stage[0], *last = &c->stage[c->count - 1];
    bool in_place = adds_to_operand(first->s, last->s);
    start_at(c, from);
    for (int64_t turn = 0; last->end < end; turn++) {
        take_turn(c, turn, end);
        if (in_place && first_read(first->s, CONV_IN, first->from) < last->from)
            return false;
    }
    return true;
}

bool simulate(Chain *c)
{
    for (int i = 0; i < c->count; i++)
        c->stage[i].held = c->stage[i].carries = 0;
    return simulate_part(c, 0, height(c->stage[c->count - 1].s));
}

/* The sums are a second result. */
static void take_rows(Graph *g, Step *s)
{
    Value *out = s->out[0], *sums = value_new(g, F32, 1, &out->type.dim[1]);
    sums->def = s;
    s->kernel = kernel_variant(s->kernel, VARIANT_TURNS);
    s->nout = 2;
    s->out = NEW(Value *, 2);
    s->out[0] = out;
    s->out[1] = sums;
}

void make_strip(Graph *g, const Chain *c)
{
    Strip *strip = NEW(Strip, 1);
    *strip = (Strip){.first = c->stage[0].s, .last = c->stage[c->count - 1].s};
    for (int i = 0; i < c->count; i++) {
        const Stage *s = &c->stage[i];
        if (sums_rows(s->s))
            take_rows(g, s->s);
        s->s->strip = strip;
        s->s->turns = s->turns;
        if (s->s->kind == K_CONV && s->s->nout > 1) /* scratch */
            s->s->out[1]->passing = true;
        if (i + 1 == c->count)
            break;
        s->s->out[0]->held_rows = s->held;
        s->s->out[0]->passing = !s->carries;
    }
}

/* The stages of a part whose last result begins at row `from`. */
static void shift_turns(Chain *c, int64_t from)
{
    int64_t scale = 1;
    for (int i = c->count; i-- > 0;) {
        c->stage[i].turns.start = c->stage[i].s->turns.start + from * scale;
        scale *= reach(c->stage[i].s, CONV_IN).scale;
    }
}

/* Each part has rows of its own, enough for any number of parts up to `parts`. */
void split_strip(Strip *strip, int parts)
{
    Chain c = {.count = 0};
    for (Step *s = strip->first; s != strip->last->next; s = s->next)
        c.stage[c.count++] = (Stage){.s = s, .turns = s->turns};
    int64_t all = height(strip->last);
    for (int n = 1; n <= parts; n++)
        for (int part = 0; part < n; part++) { /* at the rows of pte_part_start() */
            shift_turns(&c, all * part / n);
            simulate_part(&c, all * part / n, all * (part + 1) / n);
        }
    for (int i = 0; i + 1 < c.count; i++) {
        Value *v = c.stage[i].s->out[0];
        v->held_rows = c.stage[i].held;
        v->rings = parts;
        v->passing = false; /* parts take their turns at the same time */
    }
    strip->parts = parts;
}

void choose_strips(Graph *g)
{
    if (g->model->by_rows)
        choose_small_strips(g);
    else
        choose_near_strips(g);
}
