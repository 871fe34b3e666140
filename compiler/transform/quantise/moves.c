/* SPDX-License-Identifier: 0BSD
 * Quantise comes before what only moves elements or picks the largest, so that bytes are moved;
 * where it undoes a dequantise, both vanish. Bytes without a sign get one. */
#include "transform/quantise/moves.h"
#include "graph/build.h"
#include "graph/constants.h"
#include "graph/pieces.h"
#include "graph/rewrite.h"

#include <math.h>

enum { SIGN = 128 };

static Value *less_sign(Graph *g, const Value *number)
{
    double n = const_element(number, (int64_t[MAX_RANK]){0}, number->type.rank).d;
    int64_t i = const_element(number, (int64_t[MAX_RANK]){0}, number->type.rank).i;
    float *real = NEW(float, 1);
    int32_t *integer = NEW(int32_t, 1);
    *real = (float)n - (float)SIGN;
    *integer = (int32_t)i - SIGN;
    bool is_real = number->type.dtype == F32;
    Value *v = value_const(g, number->type.dtype, 0, NULL, is_real ? (const void *)real : integer);
    v->role = value_root((Value *)number)->role;
    return v;
}

static Expr *bound_less_sign(ExprOp op, Expr *inside, const Expr *bound)
{
    return expr_new(op, F32, inside, expr_float(bound->d - (double)SIGN, F32), NULL);
}

/* Makes the step's result i8, and returns that; a map behind it makes of it the u8 that other
 * readers expect. */
static Value *make_signed(Graph *g, Step *s)
{
    const Expr *below = s->expr->arg[0], *above = below->arg[0], *sum = above->arg[0];
    Value *whole = s->out[0], *made = value_like(g, whole);
    Step *back = step_new(g, K_MAP, 1, 1);
    made->type.dtype = I8;
    made->slot = whole->slot;
    s->in[sum->arg[1]->index] = less_sign(g, s->in[sum->arg[1]->index]);
    Expr *bounded = bound_less_sign(E_FMAX, above->arg[0], above->arg[1]);
    s->expr = expr_cast(bound_less_sign(E_MIN, bounded, below->arg[1]), I8);
    s->out[0] = made;
    made->def = s;
    back->in[0] = made;
    back->out[0] = whole;
    back->source = s->source;
    back->expr = expr_cast(
        expr_new(E_ADD, I32, expr_cast(expr_in(0, I8), I32), expr_int(SIGN, I32), NULL), U8);
    whole->def = back;
    step_insert_after(s, back);
    return made;
}

/* Makes the dequantise `s` read `made`, the bytes with a sign, instead. */
static void read_signed(Graph *g, Step *s, const Dequantise *d, Value *made)
{
    Expr **with = NEW(Expr *, s->nin);
    for (int i = 0; i < s->nin; i++) {
        if (s->in[i] == d->bytes)
            s->in[i] = value_seen_as(g, d->bytes, made);
        else if (s->in[i] == d->zero)
            s->in[i] = less_sign(g, d->zero);
        with[i] = expr_in(i, s->in[i]->type.dtype);
    }
    s->expr = expr_substitute(s->expr, with);
}

/* Returns the i8 of a u8 that the program's caller or another kind of step makes; the step that
 * computes it goes before `at`. */
static Value *sign_before(Graph *g, Step *at, Value *whole)
{
    Step *s = step_new(g, K_MAP, 1, 1);
    s->in[0] = whole;
    s->out[0] = value_like(g, whole);
    s->out[0]->type.dtype = I8;
    s->source = at->source;
    s->expr = expr_cast(
        expr_new(E_SUB, I32, expr_cast(expr_in(0, U8), I32), expr_int(SIGN, I32), NULL), I8);
    step_insert_before(at, s);
    return s->out[0];
}

static void note_product(Value **place, Step *reader, void *context)
{
    bool *multiplied = context;
    if (reader && (reader->kind == K_CONV || reader->kind == K_GEMM) && place == &reader->in[0])
        for (const Value *v = *place; v; v = v->view_of)
            multiplied[v->id] = true;
}

/* Does the step quantise a product, maybe clamped? */
static bool quantises_product(const Step *s)
{
    Quantise q;
    if (!match_quantise(s, &q) || s->out[0]->type.dtype != U8)
        return false;
    while (s && s->kind == K_MAP && only_tensor(s) >= 0)
        s = value_root(s->in[only_tensor(s)])->def;
    return s && (s->kind == K_CONV || s->kind == K_GEMM);
}

void sign_bytes(Graph *g)
{
    int nvalues = g->nvalues;
    Value **made = NEW(Value *, nvalues); /* the i8 of each tensor of u8, by id */
    bool *multiplied = NEW(bool, nvalues);
    Dequantise d;
    Quantise q;
    for_reads(g, note_product, multiplied);
    FOR_BLOCKS(b, g)
        FOR_STEPS(s, b) {
            Value *result = s->kind == K_MAP ? s->out[0] : NULL;
            if (quantises_product(s))
                made[result->id] = make_signed(g, s);
            if (!result || !match_activation(result, &d) || !d.zero || d.bytes->type.dtype != U8)
                continue;
            Value *whole = value_root(d.bytes);
            if (whole->id >= nvalues || whole->type.dtype != U8)
                continue;
            if (!made[whole->id] && whole->def && match_quantise(whole->def, &q))
                made[whole->id] = make_signed(g, whole->def);
            else if (!made[whole->id] && multiplied[result->id] && b == g->entry)
                made[whole->id] = sign_before(g, s, whole);
            if (made[whole->id])
                read_signed(g, s, &d, made[whole->id]);
        }
}

static Value *bytes_like(Graph *g, const Value *real, const Step *quantise)
{
    Value *v = value_like(g, real);
    v->type.dtype = quantise->out[0]->type.dtype;
    return v;
}

/* Moves the quantise `s` before the view that it reads, if that shows all elements, in the same
 * order, to it alone. */
static bool move_before_view(Graph *g, Step *s, int operand, const OnlyReader *r)
{
    const Value *view = s->in[operand];
    Value *whole = view->view_of, *out = s->out[0];
    if (!whole || whole->type.dtype != F32 || view->type.dtype != F32 || r->count[whole->id] != 1 ||
        value_numel(whole) != value_numel(view) || view->offset != size_const(0) ||
        !layout_is_row_major(whole) || !layout_is_row_major(view) || !layout_is_row_major(out))
        return false;
    Value *made = bytes_like(g, whole, s);
    made->slot = out->slot;
    made->def = s;
    s->in[operand] = whole;
    s->out[0] = made;
    value_forward(out, value_view(g, made, &out->type, &out->layout, size_const(0)));
    return true;
}

/* Inserts before `at` a quantise like `s`, but with `real` as its operand; of a view of a whole it
 * quantises the whole, as the step before has it. Returns the bytes of `real`. */
static Value *quantise_before(Graph *g, Step *at, const Step *s, int operand, Value *real)
{
    bool all = real->view_of && real->view_of->type.dtype == F32 &&
               value_numel(real) == value_numel(real->view_of);
    Value *whole = all ? real->view_of : real;
    Step *q = step_new(g, K_MAP, s->nin, 1);
    for (int i = 0; i < s->nin; i++)
        q->in[i] = i == operand ? whole : s->in[i];
    q->out[0] = bytes_like(g, whole, s);
    q->expr = s->expr;
    q->source = s->source;
    step_insert_before(at, q);
    return all ? value_seen_as(g, real, q->out[0]) : q->out[0];
}

static bool moves_floats(const Step *move)
{
    if (move->kind != K_MOVE || (move->expr && move->expr->op != E_CONST))
        return false;
    for (int i = 0; i < move->nin; i++)
        if (move->in[i]->type.dtype != F32)
            return false;
    return true;
}

/* Does the move read no more elements than it writes, so that work on its operands is no more than
 * on its result? */
static bool grows(const Step *move)
{
    int64_t elements = 0;
    for (int i = 0; i < move->nin; i++)
        if (!value_is_static(move->in[i]))
            return false;
        else
            elements += size_value(value_numel(move->in[i]));
    return value_is_static(move->out[0]) && elements <= size_value(value_numel(move->out[0]));
}

static bool picks_largest(const Step *s, const OnlyReader *r)
{
    return s->kind == K_POOL && s->pool == POOL_MAX && !s->has_clamp && s->nin == 1 &&
           s->in[0]->type.dtype == F32 && (!s->out[1] || r->count[s->out[1]->id] == 0);
}

static bool move_before_step(Graph *g, Step *s, int operand, const OnlyReader *r)
{
    Value *moved = s->in[operand];
    Step *move = moved->def;
    Quantise q;
    bool plain = match_quantise(s, &q);
    bool largest = move && picks_largest(move, r) && s->out[0]->type.dtype == I8 && plain &&
                   q.real->op == E_IN && q.inverse > 0;
    bool moves = move && moves_floats(move) && (plain || grows(move));
    if ((!largest && !moves) || moved->view_of || r->count[moved->id] != 1 ||
        move->block != s->block || !same_dims(moved, s->out[0]))
        return false;
    if (moves && move->expr)
        move->expr = expr_int(narrowed(s, (float)move->expr->d), s->out[0]->type.dtype);
    for (int i = 0; i < move->nin; i++)
        move->in[i] = quantise_before(g, move, s, operand, move->in[i]);
    if (largest) { /* bytes have a clamp that lives in the weights, here none */
        Value *in = move->in[0];
        move->nin = 2;
        move->in = NEW(Value *, 2);
        move->in[0] = in;
    }
    take_over(move, s);
    return true;
}

/* Lets the quantise clamp by itself what is only clamped behind a view, so that it can move before
 * the view. */
static bool clamp_behind_view(Step *s, int operand, const OnlyReader *r)
{
    const Value *clamped = s->in[operand];
    Step *m = clamped->def;
    float lo = -INFINITY, hi = INFINITY;
    if (!m || m->kind != K_MAP || m->block != s->block || m->nin != 1 || !m->in[0]->view_of ||
        m->in[0]->type.dtype != F32 || r->count[clamped->id] != 1 ||
        !same_dims(m->in[0], clamped) || peel_clamp(m->expr, &lo, &hi)->op != E_IN)
        return false;
    read_through(s, clamped, m->nin, m->in, m->expr);
    put_source_first(s, m);
    step_remove(m);
    return true;
}

static void copy_bytes(Step *s, Value *bytes)
{
    s->expr = expr_in(0, bytes->type.dtype);
    s->in = NEW(Value *, 1);
    s->in[0] = bytes;
    s->nin = 1;
}

/* Returns the value that steps which only copy all of it have copied to `v`; `v` itself if there
 * are none. */
static Value *before_copies(Value *v)
{
    const Step *s;
    while (layout_is_row_major(v) && layout_is_row_major(value_root(v)) &&
           value_numel(v) == value_numel(value_root(v)) && (s = value_root(v)->def) && is_copy(s) &&
           same_dims(s->in[0], s->out[0]))
        v = s->in[0];
    return v;
}

Value *moved_bytes(Graph *g, Step *before, Value *real, const Dequantise *d)
{
    Step *s = step_new(g, K_MOVE, 1, 1);
    s->in[0] = real;
    s->piece = NEW(Piece, 1);
    s->piece[0] = whole_piece(0, real);
    row_strides(real, s->piece[0].src_stride);
    s->npieces = 1;
    s->source = d->step->source;
    drop_empty_pieces(s);
    bool fits = true;
    move_from_wholes(s, &fits);
    if (!fits)
        return NULL;
    s->in[0] = before_copies(d->bytes); /* they have the extents of the whole */
    s->out[0] = value_new(g, d->bytes->type.dtype, real->type.rank, real->type.dim);
    step_insert_before(before, s);
    return s->out[0];
}

/* Replaces a quantise that undoes a dequantise by the bytes behind that. Only a row-major result
 * may be a view, since its readers are many. */
static void forward_bytes(Graph *g, Step *s, int operand)
{
    Dequantise d;
    Value *real = s->in[operand];
    if (!match_activation(real, &d) || !same_dims(real, s->out[0]) || !undoes(s, &d))
        return;
    Value *bytes = bytes_behind(g, real, &d);
    if (!bytes)
        bytes = moved_bytes(g, s, real, &d);
    if (bytes && layout_is_row_major(bytes)) {
        value_forward(s->out[0], bytes);
        step_remove(s);
    } else if (bytes) {
        copy_bytes(s, bytes);
    }
}

void quantise_earlier(Graph *g)
{
    OnlyReader r = only_readers(g);
    int nvalues = g->nvalues;
    FOR_BLOCKS(b, g)
        for (Step *s = b->last, *prev; s; s = prev) {
            int operand = -1;
            while (s->block && narrows(s) && (operand = only_tensor(s)) >= 0 &&
                   value_root(s->in[operand])->id < nvalues &&
                   (clamp_behind_view(s, operand, &r) || move_before_view(g, s, operand, &r) ||
                    move_before_step(g, s, operand, &r))) {
            }
            prev = s->prev;
        }
    FOR_BLOCKS(b, g)
        FOR_STEPS(s, b) {
            forward_operands(s);
            int operand = s->kind == K_MAP ? only_tensor(s) : -1;
            if (operand >= 0)
                forward_bytes(g, s, operand);
        }
    forward_uses(g);
}
