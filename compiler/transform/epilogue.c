/* SPDX-License-Identifier: 0BSD
 * Work behind a convolution moves into it: factors and offsets of each channel (batch norm) into
 * its weights, the addition of another tensor, the clamp and hard-swish into its epilogue. */
#include "transform/epilogue.h"
#include "graph/build.h"
#include "graph/constants.h"
#include "graph/rewrite.h"
#include "select/registry.h"

#include <math.h>
#include <string.h>

/* Describes factor[c] * result + offset[c] for each channel c, if that is what an expression
 * computes. */
typedef struct Affine {
    float *factor, *offset;
} Affine;

/* Lists the numbers of all affine functions that were looked at. */
typedef struct Made {
    float **numbers;
    int count;
} Made;

typedef struct Match {
    const Step *map;
    int operand;  /* the convolution's result among the map's operands */
    int channels; /* along axis 1 of the result */
    Made *made;
} Match;

static Affine new_affine(const Match *m)
{
    float *numbers = NEW(float, 2 * m->channels);
    PUSH(m->made->numbers, m->made->count, numbers);
    return (Affine){numbers, numbers + m->channels};
}

/* Writes the elements of a constant operand to `out`, one for each channel. Returns false if it
 * varies along another axis than the channels. */
static bool const_channels(const Match *m, int operand, float *out)
{
    const Value *v = m->map->in[operand];
    int rank = m->map->out[0]->type.rank;
    if (v->scalar || !value_is_known(v) || v->type.dtype != F32 || v->type.rank > rank)
        return false;
    for (int i = 0; i < v->type.rank; i++)
        if (rank - v->type.rank + i != 1 && v->type.dim[i] != size_const(1))
            return false;
    for (int64_t c = 0; c < m->channels; c++)
        out[c] = (float)const_element(v, (int64_t[MAX_RANK]){0, c}, rank).d;
    return true;
}

static bool is_constant(const Match *m, const Affine *a)
{
    for (int c = 0; c < m->channels; c++)
        if (a->factor[c] != 0)
            return false;
    return true;
}

static bool match_affine(const Match *m, const Expr *e, Affine *out);

static bool match_leaf(const Match *m, const Expr *e, Affine *out)
{
    *out = new_affine(m);
    if (e->op == E_IN && e->index != m->operand)
        return const_channels(m, e->index, out->offset);
    for (int c = 0; c < m->channels; c++) {
        out->factor[c] = e->op == E_IN;
        out->offset[c] = e->op == E_IN ? 0 : (float)e->d;
    }
    return true;
}

/* Matches a * b or a / b where one side is constant. */
static bool match_product(const Match *m, const Expr *e, Affine *out)
{
    Affine a, b;
    if (!match_affine(m, e->arg[0], &a) || !match_affine(m, e->arg[1], &b))
        return false;
    bool divided = e->op == E_DIV;
    if (!divided && is_constant(m, &a)) {
        Affine t = a;
        a = b;
        b = t;
    }
    if (!is_constant(m, &b))
        return false;
    for (int c = 0; c < m->channels; c++) {
        a.factor[c] = divided ? a.factor[c] / b.offset[c] : a.factor[c] * b.offset[c];
        a.offset[c] = divided ? a.offset[c] / b.offset[c] : a.offset[c] * b.offset[c];
    }
    *out = a;
    return true;
}

static bool match_sum(const Match *m, const Expr *e, Affine *out)
{
    Affine a, b;
    if (!match_affine(m, e->arg[0], &a) || !match_affine(m, e->arg[1], &b))
        return false;
    float sign = e->op == E_SUB ? -1 : 1;
    for (int c = 0; c < m->channels; c++) {
        a.factor[c] += sign * b.factor[c];
        a.offset[c] += sign * b.offset[c];
    }
    *out = a;
    return true;
}

static bool match_affine(const Match *m, const Expr *e, Affine *out)
{
    if (e->type != F32)
        return false;
    switch (e->op) {
    case E_IN:
    case E_CONST:
        return match_leaf(m, e, out);
    case E_ADD:
    case E_SUB:
        return match_sum(m, e, out);
    case E_MUL:
    case E_DIV:
        return match_product(m, e, out);
    default:
        return false;
    }
}

/* Returns the operand that `e` adds as it is, or -1. */
static int added_operand(const Match *m, const Expr *e)
{
    if (e->op != E_IN || e->index == m->operand || e->type != F32)
        return -1;
    const Value *v = m->map->in[e->index], *out = m->map->out[0];
    if (v->type.dtype != F32 || v->type.rank != out->type.rank || value_is_known(v))
        return -1;
    for (int i = 0; i < out->type.rank; i++)
        if (v->type.dim[i] != out->type.dim[i])
            return -1;
    return e->index;
}

static bool is_uniform(const Match *m, const Affine *a)
{
    for (int c = 1; c < m->channels; c++)
        if (a->factor[c] != a->factor[0] || a->offset[c] != a->offset[0])
            return false;
    return true;
}

/* Returns what `e` multiplies or divides by positive numbers, and multiplies `*factor` by those. */
static const Expr *peel_factor(const Match *m, const Expr *e, float *factor)
{
    Affine a;
    while (e->type == F32 && (e->op == E_MUL || e->op == E_DIV)) {
        int number = 1;
        if (e->op == E_MUL && (!match_affine(m, e->arg[1], &a) || !is_constant(m, &a)))
            number = 0;
        if (!match_affine(m, e->arg[number], &a) || !is_constant(m, &a) || !is_uniform(m, &a) ||
            !(a.offset[0] > 0))
            break;
        *factor = e->op == E_DIV ? *factor / a.offset[0] : *factor * a.offset[0];
        e = e->arg[!number];
    }
    return e;
}

/* Matches result * clamp(slope * result + offset), such as hard-swish. */
static bool match_gate(const Match *m, const Expr *e, Gate *out)
{
    float factor = 1;
    e = peel_factor(m, e, &factor);
    if (e->op != E_MUL || e->type != F32)
        return false;
    bool first = e->arg[0]->op == E_IN && e->arg[0]->index == m->operand;
    const Expr *result = e->arg[!first], *gate = peel_factor(m, e->arg[first], &factor);
    *out = (Gate){.lo = -INFINITY, .hi = INFINITY};
    const Expr *inside = peel_clamp(gate, &out->lo, &out->hi);
    Affine a;
    if (result->op != E_IN || result->index != m->operand || inside == gate ||
        !match_affine(m, inside, &a) || is_constant(m, &a) || !is_uniform(m, &a))
        return false;
    *out = (Gate){.slope = a.factor[0] * factor,
                  .offset = a.offset[0] * factor,
                  .lo = out->lo * factor,
                  .hi = out->hi * factor};
    return true;
}

/* Describes what a map does: either a gate, or [clamp of] [operand +] an affine function of the
 * result. */
typedef struct Epilogue {
    Affine affine;
    Gate gate; /* slope 0: none */
    float lo, hi;
    int added; /* the operand that is added, or -1 */
} Epilogue;

/* Matches a positive multiple of a clamp: number * clamp(e) = clamp(number * e). */
static bool match_scaled_clamp(const Match *m, const Expr *e, Epilogue *out)
{
    float factor = 1;
    e = peel_clamp(peel_factor(m, e, &factor), &out->lo, &out->hi);
    if (!match_affine(m, e, &out->affine))
        return false;
    for (int c = 0; c < m->channels; c++) {
        out->affine.factor[c] *= factor;
        out->affine.offset[c] *= factor;
    }
    out->lo *= factor;
    out->hi *= factor;
    return !is_constant(m, &out->affine);
}

static bool match_epilogue(const Match *m, const Expr *e, Epilogue *out)
{
    *out = (Epilogue){.lo = -INFINITY, .hi = INFINITY, .added = -1};
    if (match_gate(m, e, &out->gate))
        return match_affine(m, expr_in(m->operand, F32), &out->affine);
    out->gate = (Gate){0};
    if (match_scaled_clamp(m, e, out))
        return true;
    out->lo = -INFINITY;
    out->hi = INFINITY;
    e = peel_clamp(e, &out->lo, &out->hi);
    if (e->op != E_ADD || e->type != F32)
        return false;
    for (int i = 0; i < 2; i++) {
        out->added = added_operand(m, e->arg[i]);
        if (out->added >= 0 && match_affine(m, e->arg[!i], &out->affine))
            return !is_constant(m, &out->affine);
    }
    return false;
}

/* Gives the convolution the weights and bias whose result is factor * result + offset. */
static void scale(Graph *g, Step *s, const Match *m, const Affine *a)
{
    const Value *w = s->in[CONV_WEIGHT], *b = s->in[CONV_BIAS];
    int64_t dim[MAX_RANK] = {0}, each = size_value(value_numel(w)) / m->channels;
    for (int i = 0; i < w->type.rank; i++)
        dim[i] = size_value(w->type.dim[i]);
    float *weight = NEW(float, each * m->channels), *bias = NEW(float, m->channels);
    const float *from = const_in_row_order(w);
    for (int64_t i = 0; i < each * m->channels; i++)
        weight[i] = from[i] * a->factor[i / each];
    for (int c = 0; c < m->channels; c++)
        bias[c] = (b ? ((const float *)const_data(b))[c] : 0) * a->factor[c] + a->offset[c];
    s->in[CONV_WEIGHT] = value_made(g, F32, w->type.rank, dim, weight);
    s->in[CONV_WEIGHT]->source = value_root((Value *)w)->source;
    s->in[CONV_WEIGHT]->buffer->origin = value_root((Value *)w)->buffer->origin;
    s->in[CONV_BIAS] = value_made(g, F32, 1, (int64_t[]){m->channels}, bias);
}

static bool is_identity(const Match *m, const Affine *a)
{
    for (int c = 0; c < m->channels; c++)
        if (a->factor[c] != 1 || a->offset[c] != 0)
            return false;
    return true;
}

/* Moves only the affine function into the convolution; the map keeps the sum and the clamp around
 * it, which are not part of libraries' and microcontrollers' convolutions. */
static void absorb_affine(Graph *g, Step *s, Step *map, const Match *m, const Epilogue *e)
{
    if (is_identity(m, &e->affine))
        return;
    scale(g, s, m, &e->affine);
    Expr *sum = expr_new(E_ADD, F32, expr_in(m->operand, F32), expr_in(e->added, F32), NULL);
    map->expr = expr_clamped(sum, e->lo, e->hi);
    drop_operands(map);
    put_source_first(s, map);
}

static bool absorb_matched(Graph *g, Step *s, Step *map, const Match *m)
{
    Epilogue e;
    if (s->has_clamp || s->gate.slope != 0 || map->out[0]->type.dtype != F32 ||
        !match_epilogue(m, map->expr, &e))
        return false;
    bool clamps_only = !backend_that_asks(g, "epilogues")->adds_and_gates;
    if (clamps_only && e.added >= 0)
        absorb_affine(g, s, map, m, &e);
    if (clamps_only && (e.added >= 0 || e.gate.slope != 0))
        return false;
    bool scales = !is_identity(m, &e.affine);
    if (s->in[CONV_ADD] && (scales || e.added >= 0))
        return false;
    if (scales)
        scale(g, s, m, &e.affine);
    if (e.added >= 0) {
        s->in[CONV_ADD] = map->in[e.added]; /* which may be younger than the convolution */
        step_remove(s);
        step_insert_before(map, s);
    }
    s->gate = e.gate;
    s->has_clamp = e.lo > -INFINITY || e.hi < INFINITY;
    s->lo = e.lo;
    s->hi = e.hi;
    take_over(s, map);
    return true;
}

static bool absorb(Graph *g, Step *s, Step *map)
{
    Made made = {0};
    Match m = {.map = map,
               .operand = operand_of(map, s->out[0]),
               .channels = (int)size_value(s->in[CONV_WEIGHT]->type.dim[0]),
               .made = &made};
    bool done = absorb_matched(g, s, map, &m);
    for (int i = 0; i < made.count; i++)
        zfree(made.numbers[i]);
    return done;
}

/* Does the convolution get a kernel whose sums differ in their bits anyway? Portable kernels keep
 * the bits of the program's own steps. */
static bool has_other_sums(const Graph *g, const Step *s)
{
    bool any = false;
    if (s->kind != K_CONV || s->requant != RQ_NONE)
        return false;
    FOR_BACKENDS(b, g->model->options)
        any |= b->fills_epilogue && b->fills_epilogue(s);
    return any;
}

void fill_epilogues(Graph *g)
{
    OnlyReader r = only_readers(g);
    FOR_BLOCKS(b, g)
        FOR_STEPS(s, b)
            while (has_other_sums(g, s)) {
                Step *map = only_map(&r, s);
                if (!map || !absorb(g, s, map))
                    break;
                s_next = s->next;
            }
}
