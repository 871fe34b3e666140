/* SPDX-License-Identifier: 0BSD
 * Runs of steps that compute one row after the other: of the results between them memory holds a
 * few rows. No row is computed twice. */
#include "plan/strips/small.h"
#include "graph/build.h"
#include "graph/rewrite.h"
#include "plan/strips/rows.h"
#include "plan/strips/strips.h"

/* Returns how many rows of stage i's result a row of the last result takes; 0 if there is no such
 * number. */
static int64_t rate(const Chain *c, int i)
{
    int64_t rate = i + 1 == c->count;
    for (const Stage *reader = &c->stage[i + 1]; reader < &c->stage[c->count]; reader++)
        for (int k = 0; k < reader->s->nin; k++) {
            if (reader->s->in[k] != c->stage[i].s->out[0])
                continue;
            int64_t own = reader->turns.turns * reach(reader->s, k).scale; /* rates, for now */
            if (own == 0 || (rate && own != rate) || !reads_by_rows(reader->s, k))
                return 0;
            rate = own;
        }
    return rate;
}

/* Sets from which turn on stage i computes rows: as early as its operands' rows allow without
 * waiting later. Returns false if it is not the first stage and reads none before it. */
static bool set_start(Chain *c, int i)
{
    Turns *t = &c->stage[i].turns;
    const Step *s = c->stage[i].s;
    bool reads = i == 0;
    t->start = t->turns;
    for (int k = 0; k < s->nin; k++)
        for (int j = 0; j < i; j++) {
            if (s->in[k] != c->stage[j].s->out[0])
                continue;
            const Turns *of = &c->stage[j].turns;
            int64_t latest = of->start - of->turns * reach(s, k).more;
            t->start = reads && t->start < latest ? t->start : latest;
            reads = true;
        }
    return reads;
}

/* Sets the turns of all stages so that rows are computed as soon as their operands are there.
 * Returns false if their numbers of rows are no multiples of each other. */
static bool set_turns(Chain *c)
{
    int64_t most_rows = 0;
    for (int i = c->count; i-- > 0;) {
        int64_t n = rate(c, i);
        if (n == 0)
            return false;
        c->stage[i].turns = (Turns){.rows = 1, .turns = n};
        most_rows = max64(most_rows, n);
    }
    for (int i = 0; i < c->count; i++) {
        Turns *t = &c->stage[i].turns;
        if (most_rows % t->turns != 0)
            return false;
        t->turns = most_rows / t->turns;
        if (!set_start(c, i))
            return false;
    }
    return true;
}

/* Says what each step needs, by its position in the method. Bytes are those of whole values,
 * without views. */
typedef struct Needs {
    OnlyReader readers;
    bool *may;          /* may it take turns? */
    int64_t *before;    /* bytes that exist before the step and are read by it or later */
    int64_t *most_from; /* most bytes that it or a later step needs, computed whole */
} Needs;

typedef struct Reads {
    const Value **value; /* roots in the arena, by id */
    int *last;           /* position of the step that reads it last; nsteps: it is a result */
    int nsteps;
} Reads;

static void note_last(Value **place, Step *reader, void *context)
{
    Reads *r = context;
    const Value *v = value_root(*place);
    if (value_is_const(v) || (!v->def && !v->param_of))
        return;
    r->value[v->id] = v;
    r->last[v->id] = reader ? (int)max64(r->last[v->id], reader->index) : r->nsteps;
}

/* Returns the bytes that live while `s` is computed whole: its result may lie over operands that it
 * is the last to read. */
static int64_t plain_bytes(const Needs *n, const int64_t *ending, const Step *s)
{
    int64_t out = 0;
    for (int i = 0; i < s->nout; i++)
        out += s->out[i] ? value_bound_bytes(s->out[i]) : 0;
    return n->before[s->index] - ending[s->index] + max64(ending[s->index], out);
}

static Needs needs_of(Graph *g)
{
    Needs n = {.readers = only_readers(g),
               .may = NEW(bool, g->nsteps + 1),
               .before = NEW(int64_t, g->nsteps + 2),
               .most_from = NEW(int64_t, g->nsteps + 1)};
    Reads r = {
        .value = NEW(const Value *, g->nvalues), .last = NEW(int, g->nvalues), .nsteps = g->nsteps};
    int64_t *ending = NEW(int64_t, g->nsteps + 1);
    for_reads(g, note_last, &r);
    for (int i = 0; i < g->nvalues; i++) {
        const Value *v = r.value[i];
        int first = v && v->def ? v->def->index : -1;
        if (!v || r.last[i] <= first)
            continue;
        n.before[first + 1] += value_bound_bytes(v);
        n.before[r.last[i] + 1] -= value_bound_bytes(v);
        ending[r.last[i]] += value_bound_bytes(v);
    }
    for (int i = 1; i <= g->nsteps; i++)
        n.before[i] += n.before[i - 1];
    FOR_BLOCKS(b, g)
        FOR_STEPS(s, b) {
            n.may[s->index] = may_run_by_rows(s);
            n.most_from[s->index] = plain_bytes(&n, ending, s);
        }
    for (int i = g->nsteps; i-- > 0;)
        n.most_from[i] = max64(n.most_from[i], n.most_from[i + 1]);
    return n;
}

/* Returns the position in the chain of the last step that reads stage i's result; i if none does.
 */
static int last_reader(const Chain *c, int i)
{
    for (int j = c->count; --j > i;)
        for (int k = 0; k < c->stage[j].s->nin; k++)
            if (c->stage[j].s->in[k] == c->stage[i].s->out[0])
                return j;
    return i;
}

static int64_t arena_bytes(int64_t bytes)
{
    return round_up(bytes, ARENA_ALIGN);
}

/* Returns the bytes of the stage's rows that memory holds from one turn to the next. */
static int64_t kept_bytes(const Stage *s)
{
    return s->turns.kept ? arena_bytes((s->apart ? s->turns.kept : s->held) * row_bytes(s->s)) : 0;
}

/* Returns the bytes of the stage's rows that memory holds only while they are computed and read. */
static int64_t passing_bytes(const Stage *s)
{
    return s->apart || !s->turns.kept ? arena_bytes(s->held * row_bytes(s->s)) : 0;
}

/* Returns the most bytes that rows between the steps, and scratch, take at once. */
static int64_t held_bytes(const Chain *c)
{
    int64_t kept = 0, most_passing = 0, *passing = NEW(int64_t, c->count);
    for (int i = 0; i < c->count; i++) {
        const Value *scratch = step_scratch(c->stage[i].s);
        passing[i] += scratch ? value_bound_bytes(scratch) : 0;
        if (i + 1 == c->count)
            break;
        kept += kept_bytes(&c->stage[i]);
        for (int k = i; k <= last_reader(c, i); k++)
            passing[k] += passing_bytes(&c->stage[i]);
    }
    for (int i = 0; i < c->count; i++)
        most_passing = max64(most_passing, passing[i]);
    zfree(passing);
    return kept + most_passing;
}

static void set_apart(Chain *c, bool apart)
{
    for (int i = 0; i < c->count; i++)
        c->stage[i].apart = apart && i + 1 < c->count && c->stage[i].turns.kept > 0;
}

/* Stores the kept rows of all stages apart from the computed ones, where other rows may then lie.
 */
static void lay_apart(Chain *c)
{
    set_apart(c, false);
    int64_t together = held_bytes(c);
    set_apart(c, true);
    set_apart(c, held_bytes(c) < together);
}

/* Stores kept and computed rows together again where apart saves nothing, since rows that lie apart
 * are copied more often. */
static void lay_together(Chain *c)
{
    for (int i = 0; i + 1 < c->count; i++) {
        Stage *s = &c->stage[i];
        if (!s->apart)
            continue;
        int64_t bytes = held_bytes(c);
        s->apart = false;
        s->apart = held_bytes(c) > bytes;
    }
}

/* Are the results between the steps read by steps of the chain, and by nothing else? */
static bool is_closed(const Needs *n, const Chain *c)
{
    for (int i = 0; i + 1 < c->count; i++) {
        const Value *v = c->stage[i].s->out[0];
        int inside = 0;
        for (int j = i + 1; j < c->count; j++)
            for (int k = 0; k < c->stage[j].s->nin; k++)
                inside += c->stage[j].s->in[k] == v;
        if (inside == 0 || n->readers.count[v->id] != inside)
            return false;
    }
    return true;
}

/* Returns the most bytes that live from the first step on, if the chain takes turns and the steps
 * behind it run one by one. */
static int64_t bytes_with(const Needs *n, const Chain *c)
{
    const Step *first = c->stage[0].s, *last = c->stage[c->count - 1].s;
    int64_t sums =
        last->kind == K_POOL && sums_rows(last) ? 4 * size_value(last->out[0]->type.dim[1]) : 0;
    int64_t own = held_bytes(c) + value_bound_bytes(last->out[0]) + sums + n->before[first->index];
    return max64(own, n->most_from[last->index + 1]);
}

/* Shortens the chain to where the method needs least. Returns false if that is not at least `least`
 * bytes less than without a chain. */
static bool choose_end(const Needs *n, Chain *all, int64_t least)
{
    int64_t best = n->most_from[all->stage[0].s->index] - least + 1;
    Chain chosen = {.count = 0};
    for (Chain c = *all; c.count > 1; c.count--) {
        if (!is_closed(n, &c) || !set_turns(&c) || !simulate(&c))
            continue;
        lay_apart(&c);
        if (bytes_with(n, &c) >= best)
            continue;
        best = bytes_with(n, &c);
        chosen = c;
    }
    *all = chosen;
    return chosen.count > 0;
}

/* Returns the longest chain of steps from `s` on that may take turns; an empty one if it could not
 * save `least` bytes. */
static Chain chain_from(const Needs *n, Step *s, int64_t least)
{
    Chain c = {.count = 0};
    if (n->most_from[s->index] - n->before[s->index] < least)
        return c;
    for (Step *t = s; t && n->may[t->index] && c.count < MOST_STAGES;
         t = sums_rows(t) ? NULL : t->next)
        c.stage[c.count++].s = t;
    return c;
}

void choose_small_strips(Graph *g, int64_t least)
{
    Needs n = needs_of(g);
    FOR_BLOCKS(b, g)
        for (Step *s = b->first; s; s = s->next) {
            Chain c = chain_from(&n, s, least);
            if (c.count < 2 || !choose_end(&n, &c, least))
                continue;
            lay_together(&c);
            make_strip(g, &c);
            s = c.stage[c.count - 1].s;
        }
}
