/* SPDX-License-Identifier: 0BSD
 * Random numbers: functions of the generator's state, which then moves on. */
#include "graph/build.h"
#include "import/build/copy.h"
#include "import/build/expr.h"
#include "import/build/sort.h"
#include "import/call/arguments.h"
#include "import/call/call.h"
#include "import/call/demands.h"
#include "import/call/steps.h"

/* Adds `drawn` to the second element of the state { seed, numbers drawn }. */
static void move_on(Call *c, Value *generator, Size *drawn)
{
    Value *next = value_new(c->g, I64, 1, generator->type.dim);
    Value *in[] = {generator, number_of(c, drawn)};
    Expr *is_count = expr_new(E_EQ, BOOL, expr_axis(0), expr_int(1, I64), NULL);
    Expr *sum = expr_new(E_ADD, I64, expr_in(0, I64), expr_in(1, I64), NULL);
    emit_map(c, next, 2, in, expr_new(E_SELECT, I64, is_count, sum, expr_in(0, I64)));
    set_generator(c, next);
}

/* Returns how many bits a random number below 1 has: as many as its type has just below 1. */
static int64_t uniform_bits(DType type)
{
    return type == F64 ? 53 : type == F32 ? 24 : type == F16 ? 11 : 8;
}

static void draw(Call *c, StepFunction fn, Value *out, int64_t draws)
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

/* Returns the result, of the shape that an argument gives or of that of "self". */
static Value *out_of_size(Call *c)
{
    Size *dim[MAX_RANK] = {0};
    if (has_arg(c, "self")) {
        Value *like = arg_tensor(c, "self");
        return arg_out(c, "out", like->type.rank, like->type.dim);
    }
    int rank = arg_sizes(c, "size", dim, MAX_RANK);
    return arg_out(c, "out", rank, dim);
}

static void draw_uniform(Call *c, Value *out)
{
    draw(c, FN_RAND, out, 1);
}

static void draw_normal(Call *c, Value *out)
{
    draw(c, FN_RANDN, out, out->type.dtype == F64 ? 2 : 1);
}

void lower_rand(Call *c)
{
    draw_uniform(c, out_of_size(c));
}

void lower_randn(Call *c)
{
    draw_normal(c, out_of_size(c));
}

void lower_normal(Call *c)
{
    Value *mean = arg_tensor(c, "mean"), *out = arg_out(c, "out", mean->type.rank, mean->type.dim);
    Value *unit = value_new(c->g, loaded_dtype(out), out->type.rank, out->type.dim);
    draw_normal(c, unit);
    const Named named[] = {{.name = "mean", .value = as_dtype(c, mean, unit->type.dtype)},
                           {.name = "unit", .value = unit},
                           {.name = "std", .number = arg_float(c, "std")},
                           {0}};
    map_over(c, out, named, "mean + std * unit");
}

/* Draws integers from `low` to below `high`, all as likely as 53 bits can be. */
void lower_randint(Call *c)
{
    int64_t low = arg_int(c, "low"), high = arg_int(c, "high"), most = INT64_C(1) << 52;
    Value *out = out_of_size(c);
    Value *part = value_new(c->g, F64, out->type.rank, out->type.dim);
    if (low >= high || low < -most || high > most)
        refuse(c, "there are no such integers, or more than 53 bits tell apart");
    draw_uniform(c, part);
    const Named named[] = {{.name = "part", .value = part},
                           {.name = "low", .number = (double)low},
                           {.name = "n", .number = (double)(high - low)},
                           {0}};
    map_over(c, out, named, "i64(floor(part * n)) + low");
}

/* Makes a permutation of the order in which random numbers are sorted. */
void lower_randperm(Call *c)
{
    Size *n = arg_size(c, "n");
    Value *out = arg_out(c, "out", 1, &n), *key = value_new(c->g, F64, 1, &n);
    Value *order = value_new(c->g, I64, 1, &n);
    draw_uniform(c, key);
    order_into(c, key, 0, false, value_like(c->g, key), order);
    copy_to(c, order, out);
}

/* Draws exponentially distributed numbers of `type`, f32 or f64; never 0, since callers divide by
 * them. */
static Value *exponential(Call *c, DType type, int rank, Size *const *dim, double rate)
{
    Value *part = value_new(c->g, type, rank, dim);
    draw_uniform(c, part);
    const Named named[] = {{.name = "part", .value = part},
                           {.name = "rate", .number = rate},
                           {.name = "least", .number = type == F64 ? 0x1p-53 : 0x1p-24},
                           {0}};
    return map_over(c, value_like(c->g, part), named, "max(-log1p(-part), least) / rate");
}

void lower_exponential(Call *c)
{
    Value *out = out_of_size(c);
    copy_to(c,
            exponential(c, loaded_dtype(out), out->type.rank, out->type.dim, arg_float(c, "lambd")),
            out);
}

/* Draws by clocks that run as fast as the weights say, of which those that go off first are the
 * samples. That is as if they were drawn one after the other without replacement, each with its
 * weight's share of what is left. */
void lower_multinomial(Call *c)
{
    Value *weight = widened(c, arg_tensor(c, "self"));
    int rank = weight->type.rank;
    Size *samples = arg_size(c, "num_samples");
    if (rank < 1 || rank > 2 || !dtype_is_float((int)weight->type.dtype))
        refuse(c, "the weights are no rows of floats");
    if (samples != size_const(1) && arg_bool(c, "replacement"))
        refuse(c, "drawing several with replacement is not there yet");
    need_least(c, "samples", samples, 1);
    need_least_size(c, "weights to draw from", weight->type.dim[rank - 1], samples);
    Value *time = exponential(c, weight->type.dtype, rank, weight->type.dim, 1);
    Value *speed = map_over(
        c, value_like(c->g, weight),
        (Named[]){{.name = "weight", .value = weight}, {.name = "time", .value = time}, {0}},
        "weight / time");
    Size *dim[MAX_RANK] = {weight->type.dim[0]};
    dim[rank - 1] = samples;
    Value *order = value_new(c->g, I64, rank, dim);
    order_into(c, speed, rank - 1, true, value_new(c->g, weight->type.dtype, rank, dim), order);
    copy_to(c, order, arg_out(c, "out", rank, dim));
}

/* Drops each element with probability p in training, and lets the others make up for it; else
 * none. */
void lower_dropout(Call *c)
{
    Value *in = arg_tensor(c, "input");
    int rank = in->type.rank;
    Size *const *dim = in->type.dim;
    double kept = 1 - arg_float(c, "p");
    Value *out = arg_out(c, "out0", rank, dim), *mask = arg_out(c, "out1", rank, dim);
    if (!(kept >= 0 && kept <= 1))
        refuse(c, "%g is no probability", 1 - kept);
    if (kept == 1 || (arg_given(c, "train") && !arg_bool(c, "train"))) {
        copy_to(c, in, out);
        emit_map(c, mask, 0, NULL, expr_int(1, BOOL));
        return;
    }
    Value *part = value_new(c->g, F32, rank, dim);
    draw_uniform(c, part);
    map_over(c, mask,
             (Named[]){{.name = "part", .value = part}, {.name = "kept", .number = kept}, {0}},
             "part < kept");
    map_over(c, out,
             (Named[]){{.name = "in", .value = in},
                       {.name = "mask", .value = mask},
                       {.name = "scale", .number = kept > 0 ? 1 / kept : 0},
                       {0}},
             "in * (mask ? out(1) : out(0)) * scale");
}
