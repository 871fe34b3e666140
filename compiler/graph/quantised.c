/* SPDX-License-Identifier: 0BSD
 * Recognises the steps that quantise and dequantise. */
#include "graph/quantised.h"
#include "graph/build.h"
#include "graph/constants.h"
#include "pte_math.h"

#include <math.h>

static const Expr *arg_of(const Expr *e, ExprOp op, int i)
{
    return e && e->op == op ? e->arg[i] : NULL;
}

static Value *operand_at(const Step *s, const Expr *e)
{
    return e && e->op == E_IN ? s->in[e->index] : NULL;
}

static bool is_constant(const Value *v, DType type)
{
    return v && !v->scalar && value_is_known(v) && v->type.dtype == type;
}

bool is_const_number(const Value *v, DType type)
{
    return is_constant(v, type) && value_numel(v) == size_const(1);
}

static ExprNumber number_of(const Value *v)
{
    return const_element(v, (int64_t[MAX_RANK]){0}, v->type.rank);
}

bool is_quantised(const Value *v)
{
    return has_8_bits(v) || v->type.dtype == I16;
}

/* Matches mul(f32(sub(i32(bytes), zero)), scale), also without the zero point. */
bool match_dequantise(const Value *v, Dequantise *d)
{
    const Value *root = v->view_of ? v->view_of : v;
    const Step *s = root->def;
    if (!s || s->kind != K_MAP || root->type.dtype != F32 || v->type.dtype != F32)
        return false;
    const Expr *number = arg_of(arg_of(s->expr, E_MUL, 0), E_CAST, 0);
    const Expr *byte = number && number->op == E_SUB ? number->arg[0] : number;
    *d = (Dequantise){.step = s,
                      .bytes = operand_at(s, arg_of(byte, E_CAST, 0)),
                      .zero = operand_at(s, arg_of(number, E_SUB, 1)),
                      .scale = operand_at(s, arg_of(s->expr, E_MUL, 1))};
    return d->bytes && is_quantised(d->bytes) && is_constant(d->scale, F32) &&
           (number == byte || is_constant(d->zero, I32));
}

/* Bounds the zero points that a pattern may have: floats hold such integers, and bytes need far
 * less. */
enum { MOST_ZERO = 1 << 24 };

/* Is the scale moderate? Products of such numbers with bytes and with each other, and sums of them,
 * stay where floats have full precision. */
bool is_moderate(float scale)
{
    return fabsf(scale) >= 1e-12f && fabsf(scale) <= 1e12f;
}

bool match_activation(const Value *v, Dequantise *d)
{
    return match_dequantise(v, d) && !value_is_const(value_root(d->bytes)) &&
           is_const_number(d->scale, F32) && (!d->zero || is_const_number(d->zero, I32)) &&
           zero_point_of(d) <= MOST_ZERO && zero_point_of(d) >= -MOST_ZERO &&
           is_moderate(scale_of(d));
}

int32_t zero_point_of(const Dequantise *d)
{
    return d->zero ? (int32_t)number_of(d->zero).i : 0;
}

float scale_of(const Dequantise *d)
{
    return (float)number_of(d->scale).d;
}

/* Matches cast(min(fmax(add(rint(mul(real, inverse)), zero), lo), hi)). */
bool match_quantise(const Step *s, Quantise *q)
{
    if (s->kind != K_MAP || !is_quantised(s->out[0]))
        return false;
    const Expr *below = arg_of(s->expr, E_CAST, 0), *above = arg_of(below, E_MIN, 0);
    const Expr *sum = arg_of(above, E_FMAX, 0);
    const Expr *product = arg_of(arg_of(sum, E_ADD, 0), E_RINT, 0);
    const Value *inverse = operand_at(s, arg_of(product, E_MUL, 1));
    const Value *zero = operand_at(s, arg_of(sum, E_ADD, 1));
    if (!is_const_number(inverse, F32) || !is_const_number(zero, F32) ||
        below->arg[1]->op != E_CONST || above->arg[1]->op != E_CONST)
        return false;
    *q = (Quantise){.real = product->arg[0],
                    .inverse = (float)number_of(inverse).d,
                    .zero = (float)number_of(zero).d,
                    .lo = (float)above->arg[1]->d,
                    .hi = (float)below->arg[1]->d};
    bool bytes = has_8_bits(s->out[0]);
    return is_moderate(q->inverse) && fabsf(q->zero) <= (float)MOST_ZERO &&
           q->lo >= (bytes ? -128 : INT16_MIN) && q->lo <= q->hi &&
           q->hi <= (bytes ? 255 : INT16_MAX);
}

float quantised(const Quantise *q, float real)
{
    float scaled = real * q->inverse;
    return fminf(fmaxf(pte_rint_f32(scaled) + q->zero, q->lo), q->hi);
}

Value *bytes_behind(Graph *g, const Value *v, const Dequantise *d)
{
    const Value *whole = d->step->out[0];
    if (v == whole)
        return d->bytes;
    if (!same_places(whole, d->bytes))
        return NULL;
    return value_seen_as(g, v, d->bytes);
}

bool narrows(const Step *map)
{
    int operand = map->kind == K_MAP && is_quantised(map->out[0]) ? only_tensor(map) : -1;
    return operand >= 0 && map->in[operand]->type.dtype == F32 && expr_evaluable(map->expr) &&
           !expr_uses(map->expr, E_AXIS);
}

int only_tensor(const Step *map)
{
    int found = -1;
    for (int i = 0; i < map->nin; i++) {
        if (is_const_number(map->in[i], map->in[i]->type.dtype))
            continue;
        if (found >= 0)
            return -1;
        found = i;
    }
    return found;
}

/* Is a step with a number of its operand `at`, or of its quantised one, at which the step's
 * expression is evaluated. */
typedef struct Entry {
    const Step *s;
    ExprNumber number;
    const Value *at;
} Entry;

static ExprNumber load_entry(void *from, int operand)
{
    const Entry *e = from;
    const Value *v = e->s->in[operand];
    if (is_const_number(v, v->type.dtype))
        return number_of(v);
    if (v == e->at || is_quantised(v))
        return e->number;
    Entry inner = {.s = value_root((Value *)v)->def, .number = e->number};
    return expr_eval(inner.s->expr, load_entry, &inner);
}

static int64_t result_for(const Step *s, int64_t number)
{
    Entry e = {.s = s, .number.i = number};
    return expr_eval(s->expr, load_entry, &e).i;
}

int64_t narrowed(const Step *map, float real)
{
    Entry e = {.s = map, .number.d = (double)real, .at = map->in[only_tensor(map)]};
    return expr_eval(map->expr, load_entry, &e).i;
}

uint8_t table_entry(const Step *s, int i, bool is_signed)
{
    return (uint8_t)result_for(s, is_signed ? i - TABLE_ENTRIES / 2 : i);
}

bool undoes(const Step *s, const Dequantise *d)
{
    const Value *whole = value_root(d->bytes);
    DType type = whole->type.dtype;
    int64_t entries = type == I16 ? 1 << 16 : TABLE_ENTRIES, lo = type == U8 ? 0 : -entries / 2;
    int64_t hi = lo + entries - 1;
    Quantise q;
    if (whole->def && match_quantise(whole->def, &q)) { /* which may give fewer numbers */
        lo = max64(lo, (int64_t)q.lo);
        hi = min64(hi, (int64_t)q.hi);
    }
    bool same = s->out[0]->type.dtype == type && expr_evaluable(s->expr);
    for (int64_t i = lo; same && i <= hi; i++)
        same = result_for(s, i) == i;
    return same;
}

Expr *table_index(const Value *bytes)
{
    Expr *byte = expr_cast(expr_in(0, bytes->type.dtype), I32);
    return bytes->type.dtype == I8
               ? expr_new(E_ADD, I32, byte, expr_int(TABLE_ENTRIES / 2, I32), NULL)
               : byte;
}
