/* SPDX-License-Identifier: 0BSD
 * Random numbers: functions of the generator's state, which then moves on. */
#include "lower.h"

/* { seed, numbers drawn }: the second becomes larger. */
static void move_on(Call *c, Value *generator, Size *drawn)
{
    Value *count = value_scalar(c->g, I64);
    count->size = drawn;
    Value *next = value_new(c->g, I64, 1, generator->type.dim), *in[] = {generator, count};
    Expr *is_count = expr_new(E_EQ, BOOL, expr_axis(0), expr_int(1, I64), NULL);
    Expr *sum = expr_new(E_ADD, I64, expr_in(0, I64), expr_in(1, I64), NULL);
    emit_map(c, next, 2, in, expr_new(E_SELECT, I64, is_count, sum, expr_in(0, I64)));
    set_generator(c, next);
}

/* So many bits of a number below 1 as its type has of one just below 1. */
static int64_t uniform_bits(DType type)
{
    return type == F64 ? 53 : type == F32 ? 24 : type == F16 ? 11 : 8;
}

static void draw(Call *c, const char *fn, Value *out, int64_t draws)
{
    if (!dtype_is_float((int)out->type.dtype))
        refuse(c, "random numbers of type %s", dtype_name((int)out->type.dtype));
    Value *wide = wide_result(c, out);
    Step *s = emit_step(c, K_RANDOM, 1, 1);
    s->fn = fn;
    s->bits = uniform_bits(out->type.dtype);
    s->in[0] = generator(c);
    s->out[0] = wide;
    step_append(c->block, s);
    move_on(c, s->in[0], size_op(S_MUL, value_numel(out), size_const(draws)));
    narrow_result(c, wide, out);
}

static Value *out_of_size(Call *c)
{
    Size *dim[MAX_RANK] = {0};
    int rank = arg_sizes(c, "size", dim, MAX_RANK);
    return arg_out(c, "out", rank, dim);
}

void lower_rand(Call *c)
{
    draw(c, "rand", out_of_size(c), 1);
}

void lower_randn(Call *c)
{
    Value *out = out_of_size(c);
    draw(c, "randn", out, out->type.dtype == F64 ? 2 : 1);
}
