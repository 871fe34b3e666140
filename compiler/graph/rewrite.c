/* SPDX-License-Identifier: 0BSD
 * What passes share by which a step takes over the work of its reader. */
#include "graph/rewrite.h"
#include "graph/build.h"

#include <math.h>

bool is_copy(const Step *s)
{
    return s->kind == K_MAP && s->expr->op == E_IN && s->nin == 1 && !s->in[0]->scalar &&
           s->in[0]->type.dtype == s->out[0]->type.dtype;
}

static void note_reader(Value **place, Step *reader, void *context)
{
    OnlyReader *r = context;
    for (Value *v = *place; v; v = v->view_of) {
        r->reader[v->id] = reader;
        r->count[v->id] += !reader ? 2 : 1;
    }
}

OnlyReader only_readers(const Graph *g)
{
    OnlyReader r = {.reader = NEW(Step *, g->nvalues), .count = NEW(int, g->nvalues)};
    for_reads((Graph *)g, note_reader, &r);
    return r;
}

int operand_of(const Step *s, const Value *v)
{
    for (int i = 0; i < s->nin; i++)
        if (s->in[i] == v)
            return i;
    return -1;
}

Step *only_map(const OnlyReader *r, const Step *s)
{
    const Value *v = s->out[0];
    Step *m = r->count[v->id] == 1 ? r->reader[v->id] : NULL;
    if (!m || m->kind != K_MAP || m->block != s->block || operand_of(m, v) < 0 ||
        !same_dims(v, m->out[0]))
        return NULL;
    return m;
}

static void add_source(Step *into, const Step *from)
{
    Source *last = &into->source;
    while (last->also)
        last = last->also;
    last->also = NEW(Source, 1);
    *last->also = from->source;
}

void put_source_first(Step *into, const Step *from)
{
    Source *own = NEW(Source, 1), *last = &into->source;
    *own = into->source;
    for (*last = from->source; last->also; last = last->also) {
        Source *copy = NEW(Source, 1);
        *copy = *last->also;
        last->also = copy;
    }
    last->also = own;
}

void take_over(Step *into, Step *map)
{
    add_source(into, map);
    into->out[0] = map->out[0];
    into->out[0]->def = into;
    step_remove(map);
}

static bool is_const_float(const Expr *e)
{
    return e->op == E_CONST && e->type == F32;
}

const Expr *peel_clamp(const Expr *e, float *lo, float *hi)
{
    if ((e->op != E_MIN && e->op != E_MAX) || !is_const_float(e->arg[1]) || isnan(e->arg[1]->d))
        return e;
    const Expr *inside = peel_clamp(e->arg[0], lo, hi);
    float bound = (float)e->arg[1]->d;
    if (e->op == E_MAX) {
        *lo = bound > *lo ? bound : *lo;
        *hi = bound > *hi ? bound : *hi;
    } else {
        *lo = bound < *lo ? bound : *lo;
        *hi = bound < *hi ? bound : *hi;
    }
    return inside;
}

void read_through(Step *reader, const Value *v, int n, Value *const *in, const Expr *e)
{
    Value **all = NEW(Value *, n + reader->nin);
    Expr **of_e = NEW(Expr *, n), **with = NEW(Expr *, reader->nin);
    for (int k = 0; k < n; k++) {
        all[k] = in[k];
        of_e[k] = expr_in(k, loaded_dtype(in[k]));
    }
    Expr *body = expr_substitute(e, of_e);
    for (int k = 0; k < reader->nin; k++) {
        int at = 0;
        if (reader->in[k] == v) {
            with[k] = body;
            continue;
        }
        while (at < n && all[at] != reader->in[k])
            at++;
        all[at] = reader->in[k];
        n += at == n;
        with[k] = expr_in(at, loaded_dtype(all[at]));
    }
    reader->expr = expr_substitute(reader->expr, with);
    reader->in = all;
    reader->nin = n;
}
