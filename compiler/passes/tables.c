/* SPDX-License-Identifier: 0BSD
 * Functions of one byte that compute in floats become tables of their 256 results. */
#include "ptec.h"
#include "vector.h"

static bool is_byte(const Value *v)
{
    return v->type.dtype == I8 || v->type.dtype == U8;
}

static bool has_floats(const Expr *e)
{
    bool any = dtype_is_float((int)e->type);
    for (int i = 0; i < 3; i++)
        any = any || (e->arg[i] && has_floats(e->arg[i]));
    return any;
}

static bool lies_as(const Value *a, const Value *b)
{
    if (a->type.rank != b->type.rank)
        return false;
    for (int i = 0; i < a->type.rank; i++)
        if (a->type.dim[i] != b->type.dim[i] || a->layout.stride[i] != b->layout.stride[i])
            return false;
    return layout_is_dense(a);
}

/* The operand that the map is a function of, or -1. */
static int argument_of(const Step *s)
{
    int found = -1;
    if (s->kind != K_MAP || s->effect || !is_byte(s->out[0]) || !expr_foldable(s->expr) ||
        expr_uses(s->expr, E_AXIS) || expr_uses(s->expr, E_AT) || !has_floats(s->expr))
        return -1;
    for (int i = 0; i < s->nin; i++) {
        const Value *v = s->in[i];
        if (value_is_const(value_root((Value *)v)) && value_numel(v) == size_const(1))
            continue;
        if (found >= 0 || v->scalar || !is_byte(v) || !lies_as(v, s->out[0]))
            return -1;
        found = i;
    }
    return found;
}

typedef struct Argument {
    const Step *s;
    int operand;
    ExprNumber number;
} Argument;

static ExprNumber load_argument(void *from, int operand)
{
    const Argument *a = from;
    return operand == a->operand
               ? a->number
               : const_element(a->s->in[operand], (int64_t[MAX_RANK]){0}, MAX_RANK);
}

static Value *table_of(Graph *g, const Step *s, int operand)
{
    uint8_t *byte = NEW(uint8_t, 256);
    Argument a = {.s = s, .operand = operand};
    for (int i = 0; i < 256; i++) {
        a.number.i = s->in[operand]->type.dtype == I8 ? (int8_t)i : i;
        byte[i] = (uint8_t)expr_eval(s->expr, load_argument, &a).i;
    }
    Value *v = value_const(g, U8, 1, (int64_t[]){256}, byte);
    v->role = "table";
    return v;
}

void make_tables(Graph *g)
{
    FOR_BLOCKS(b, g)
        FOR_STEPS(s, b) {
            int operand = argument_of(s);
            if (operand < 0)
                continue;
            Value *table = table_of(g, s, operand), *in = s->in[operand];
            s->kind = K_OPAQUE;
            s->fn = "table";
            s->nin = 2;
            s->in = NEW(Value *, 2);
            s->in[0] = in;
            s->in[1] = table;
            s->expr = NULL;
        }
}
