/* SPDX-License-Identifier: 0BSD
 * A step takes over the work of the one that reads it: affine maps per channel go into weights,
 * clamps into the epilogue, elementwise chains into one loop. */
#include "ptec.h"

#include <math.h>
#include <string.h>

/* The only step that reads `v`, which nothing else needs; NULL if there is none such. */
typedef struct OnlyReader {
    Step **reader; /* by value id */
    int *count;
} OnlyReader;

static void note_reader(Value **place, Step *reader, void *context)
{
    OnlyReader *r = context;
    for (Value *v = *place; v; v = v->view_of) {
        r->reader[v->id] = reader;
        r->count[v->id] += !reader ? 2 : 1;
    }
}

static int operand_of(const Step *s, const Value *v)
{
    for (int i = 0; i < s->nin; i++)
        if (s->in[i] == v)
            return i;
    return -1;
}

static bool same_shape(const Value *a, const Value *b)
{
    if (a->type.rank != b->type.rank)
        return false;
    for (int i = 0; i < a->type.rank; i++)
        if (a->type.dim[i] != b->type.dim[i])
            return false;
    return true;
}

/* The map that is the only reader of the step's result, element by element; or NULL. */
static Step *only_map(const OnlyReader *r, const Step *s)
{
    const Value *v = s->out[0];
    Step *m = r->count[v->id] == 1 ? r->reader[v->id] : NULL;
    if (!m || m->kind != K_MAP || m->block != s->block || operand_of(m, v) < 0 ||
        !same_shape(v, m->out[0]))
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

/* `into` now computes the map's result; it stands where the map stood only if it must. */
static void take_over(Step *into, Step *map)
{
    add_source(into, map);
    into->out[0] = map->out[0];
    into->out[0]->def = into;
    step_remove(map);
}

/* -- clamps -- */

static bool is_const_float(const Expr *e)
{
    return e->op == E_CONST && e->type == F32;
}

/* max(x, lo), min(x, hi) and their combinations around operand `operand`. */
static bool match_clamp(const Expr *e, int operand, float *lo, float *hi)
{
    if (e->op == E_IN)
        return e->index == operand && e->type == F32;
    if ((e->op != E_MIN && e->op != E_MAX) || !is_const_float(e->arg[1]) ||
        !match_clamp(e->arg[0], operand, lo, hi))
        return false;
    float bound = (float)e->arg[1]->d;
    if (isnan(bound))
        return false;
    if (e->op == E_MAX) {
        *lo = bound > *lo ? bound : *lo;
        *hi = bound > *hi ? bound : *hi;
    } else {
        *lo = bound < *lo ? bound : *lo;
        *hi = bound < *hi ? bound : *hi;
    }
    return true;
}

static bool has_epilogue(const Step *s)
{
    bool kind = s->kind == K_CONV || s->kind == K_GEMM || s->kind == K_POOL;
    return kind && s->requant == RQ_NONE && s->out[0]->type.dtype == F32 && !s->has_clamp;
}

static bool fuse_clamp(Step *s, Step *map)
{
    float lo = -INFINITY, hi = INFINITY;
    if (!has_epilogue(s) || map->out[0]->type.dtype != F32 ||
        !match_clamp(map->expr, operand_of(map, s->out[0]), &lo, &hi))
        return false;
    s->lo = lo;
    s->hi = hi;
    s->has_clamp = true;
    take_over(s, map);
    return true;
}

/* -- affine maps per channel: x * scale + shift -- */

typedef struct Affine {
    Expr *scale, *shift;
} Affine;

static Expr *fold_mul(Expr *a, Expr *b)
{
    return expr_new(E_MUL, F32, a, b, NULL);
}

static bool reads(const Expr *e, int operand)
{
    if (!e)
        return false;
    return (e->op == E_IN && e->index == operand) || reads(e->arg[0], operand) ||
           reads(e->arg[1], operand) || reads(e->arg[2], operand);
}

static bool match_affine(Expr *e, int x, Affine *a)
{
    if (e->type != F32)
        return false;
    if (e->op == E_IN && e->index == x) {
        *a = (Affine){expr_float(1, F32), expr_float(0, F32)};
        return true;
    }
    bool left = reads(e->arg[0], x), right = reads(e->arg[1], x);
    if (left == right || e->arg[2])
        return false;
    Expr *k = e->arg[left ? 1 : 0];
    if (!match_affine(e->arg[left ? 0 : 1], x, a))
        return false;
    switch (e->op) {
    case E_ADD:
        a->shift = expr_new(E_ADD, F32, a->shift, k, NULL);
        return true;
    case E_SUB:
        if (right)
            return false;
        a->shift = expr_new(E_SUB, F32, a->shift, k, NULL);
        return true;
    case E_MUL:
        *a = (Affine){fold_mul(a->scale, k), fold_mul(a->shift, k)};
        return true;
    default:
        return false;
    }
}

typedef struct Channel {
    const Step *map;
    int axis;
    int64_t at;
} Channel;

static ExprNumber load_channel(void *from, int operand)
{
    const Channel *c = from;
    int64_t index[MAX_RANK] = {0};
    index[c->axis] = c->at;
    return const_element(c->map->in[operand], index, c->map->out[0]->type.rank);
}

/* All operands but `x` are constants that vary along the channel axis only. */
static bool per_channel(const Step *map, int x, int axis)
{
    int rank = map->out[0]->type.rank;
    for (int k = 0; k < map->nin; k++) {
        const Value *v = map->in[k];
        if (k == x)
            continue;
        if (!value_is_const(value_root((Value *)v)) || v->type.dtype != F32)
            return false;
        for (int i = 0; i < v->type.rank; i++)
            if (rank - v->type.rank + i != axis && v->type.dim[i] != size_const(1))
                return false;
    }
    return true;
}

static bool is_private_const(const OnlyReader *r, Value *v)
{
    Value *root = value_root(v);
    return value_is_const(root) && root->type.dtype == F32 && r->count[root->id] == 1;
}

/* A copy of the weight with every element scaled by its output channel's factor. */
static Value *scaled_weight(Graph *g, Value *w, const double *scale)
{
    Value *root = value_root(w);
    int64_t n = root->buffer->bound / (int64_t)sizeof(float), dim[MAX_RANK];
    float *data = NEW(float, n);
    memcpy(data, root->buffer->data, (size_t)root->buffer->bound);
    int64_t index[MAX_RANK] = {0}, count = size_value(value_numel(w));
    for (int64_t k = 0; k < count; k++) {
        int64_t at = 0;
        for (int i = 0; i < w->type.rank; i++)
            at += index[i] * size_value(w->layout.stride[i]);
        data[at] = (float)((double)data[at] * scale[index[0]]);
        for (int i = w->type.rank; i-- > 0 && ++index[i] == size_value(w->type.dim[i]);)
            index[i] = 0;
    }
    for (int i = 0; i < root->type.rank; i++)
        dim[i] = size_value(root->type.dim[i]);
    Value *fresh = value_const(g, F32, root->type.rank, dim, data);
    fresh->layout = root->layout;
    fresh->source = root->source;
    fresh->role = root->role;
    return w == root ? fresh : value_view(g, fresh, &w->type, &w->layout, w->offset);
}

/* Only convolutions: behind a matrix product the map costs one operation for K multiplications, and
 * left alone it keeps the roundings of the source. */
static bool fuse_affine(Graph *g, const OnlyReader *r, Step *s, Step *map)
{
    if (s->kind != K_CONV || !has_epilogue(s))
        return false;
    Value *w = s->in[CONV_WEIGHT], *old = s->in[CONV_BIAS];
    int x = operand_of(map, s->out[0]);
    Affine a;
    if (!is_private_const(r, w) || (w->view_of && w->view_of->view_of) ||
        w->offset != size_const(0) || !per_channel(map, x, 1) || !match_affine(map->expr, x, &a) ||
        !expr_foldable(a.scale) || !expr_foldable(a.shift))
        return false;
    if (old && (!value_is_const(value_root(old)) || old->type.dtype != F32 || old->type.rank != 1))
        return false;
    int64_t n = size_value(w->type.dim[0]);
    a = (Affine){expr_in_double(a.scale), expr_in_double(a.shift)};
    double *scale = NEW(double, n);
    float *shift = NEW(float, n);
    for (Channel c = {.map = map, .axis = 1}; c.at < n; c.at++) {
        scale[c.at] = expr_eval(a.scale, load_channel, &c).d;
        double at_zero = old ? const_element(old, (int64_t[]){c.at}, 1).d * scale[c.at] : 0;
        shift[c.at] = (float)(expr_eval(a.shift, load_channel, &c).d + at_zero);
    }
    s->in[CONV_WEIGHT] = scaled_weight(g, w, scale);
    s->in[CONV_BIAS] = value_const(g, F32, 1, &n, shift);
    take_over(s, map);
    return true;
}

/* -- elementwise chains -- */

enum { MAX_OPERANDS = 12 };

/* The consumer computes the producer's expression where it read its result. */
static bool fuse_maps(Step *s, Step *map)
{
    if (s->kind != K_MAP || s->effect || s->nin + map->nin - 1 > MAX_OPERANDS)
        return false;
    if (expr_uses(s->expr, E_AXIS) || expr_uses(map->expr, E_AXIS))
        return false;
    Value *in[MAX_OPERANDS + 1];
    Expr *with[MAX_OPERANDS + 1], *of_s[MAX_OPERANDS + 1];
    int n = 0;
    for (int k = 0; k < s->nin; k++) {
        in[n] = s->in[k];
        of_s[k] = expr_in(n, loaded_dtype(in[n]));
        n++;
    }
    Expr *body = expr_substitute(s->expr, of_s);
    if (loaded_dtype(s->out[0]) != s->out[0]->type.dtype)
        return false; /* the consumer widens the half float that this map rounds to */
    for (int k = 0; k < map->nin; k++) {
        if (map->in[k] == s->out[0]) {
            with[k] = body;
            continue;
        }
        int at = 0;
        while (at < n && in[at] != map->in[k])
            at++;
        in[at] = map->in[k];
        n += at == n;
        with[k] = expr_in(at, loaded_dtype(in[at]));
    }
    map->expr = expr_substitute(map->expr, with);
    map->in = NEW(Value *, n);
    memcpy(map->in, in, (size_t)n * sizeof *in);
    map->nin = n;
    Source own = map->source;
    map->source = s->source;
    Source *last = &map->source;
    while (last->also)
        last = last->also;
    last->also = NEW(Source, 1);
    *last->also = own;
    step_remove(s);
    return true;
}

void fuse(Graph *g)
{
    OnlyReader r = {.reader = NEW(Step *, g->nvalues), .count = NEW(int, g->nvalues)};
    for_reads(g, note_reader, &r);
    FOR_BLOCKS(b, g)
    FOR_STEPS(s, b)
    {
        for (Step *map; s->nout > 0 && s->out[0] && (map = only_map(&r, s));)
            if (!fuse_affine(g, &r, s, map) && !fuse_clamp(s, map))
                break;
        Step *map = s->nout > 0 && s->out[0] ? only_map(&r, s) : NULL;
        if (map)
            fuse_maps(s, map);
        s_next = s->block ? s->next : s_next;
    }
}
