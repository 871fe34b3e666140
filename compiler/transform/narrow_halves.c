/* SPDX-License-Identifier: 0BSD
 * Pools and softmaxes of half floats, which are widened before them and rounded behind them: one
 * step of half floats where a library has that. */
#include "transform/narrow_halves.h"
#include "graph/build.h"
#include "graph/dead.h"
#include "kernels/elementwise.h"
#include "select/select.h"

#include <string.h>

typedef struct Reader {
    int count;
    Step *step; /* the last one; NULL: outside of the method's steps */
} Reader;

static void note_reader(Value **place, Step *reader, void *context)
{
    Reader *r = (Reader *)context + (*place)->id;
    r->count++;
    r->step = reader;
}

/* Does the map only convert its one operand from `from` to `to`, in the same places? */
static bool converts(const Step *s, DType from, DType to)
{
    if (s->kind != K_MAP || s->nin != 1 || s->in[0]->type.dtype != from ||
        s->out[0]->type.dtype != to || !same_places(s->in[0], s->out[0]))
        return false;
    const Expr *e = map_expression(s);
    return e->op == E_IN && e->type == F32;
}

/* Does the later step find what the earlier one reads unchanged? Only if no step before it, from
 * the earlier one on, has an effect. */
static bool may_read_later(const Step *earlier, const Step *later)
{
    const Step *s = earlier;
    while (s && s != later && !s->effect)
        s = s->next;
    return s == later;
}

static void narrow(Graph *g, Step *s, const Reader *readers)
{
    Step *widen = s->in[0]->def, *rounding = readers[s->out[0]->id].step;
    if (s->nin != 1 || readers[s->out[0]->id].count != 1 || !widen || !rounding ||
        rounding->block != s->block || widen->block != s->block || !converts(widen, F16, F32) ||
        !converts(rounding, F32, F16) || !may_read_later(widen, s))
        return;
    Step as = *s;
    as.in = NEW(Value *, 1);
    as.out = NEW(Value *, s->nout);
    memcpy(as.out, s->out, (size_t)s->nout * sizeof *s->out);
    as.in[0] = widen->in[0];
    as.out[0] = rounding->out[0];
    if (!comes_first(g, &as, s))
        return;
    s->in = as.in;
    s->out = as.out;
    step_remove(rounding);
    s->out[0]->def = s;
}

void narrow_halves(Graph *g)
{
    Reader *readers = NEW(Reader, g->nvalues);
    for_reads(g, note_reader, readers);
    FOR_BLOCKS(b, g)
        FOR_STEPS(s, b)
            if (s->kind == K_POOL || s->kind == K_SOFTMAX)
                narrow(g, s, readers);
    remove_dead_steps(g);
}
