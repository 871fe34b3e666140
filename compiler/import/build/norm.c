/* SPDX-License-Identifier: 0BSD
 * Normalisations that several operators contain. */
#include "import/build/norm.h"
#include "graph/build.h"
#include "import/build/copy.h"
#include "import/build/reduce.h"
#include "import/call/arguments.h"
#include "import/call/call.h"
#include "import/call/demands.h"
#include "import/call/steps.h"

void need_real(Call *c, const Value *in)
{
    if (!dtype_is_float((int)in->type.dtype))
        refuse(c, "means of %s", dtype_name((int)in->type.dtype));
}

/* Computes `mean` and `invstd` over `axes`; invstd = 1 / sqrt(variance + eps) in double, rounded
 * once. */
void norm_statistics(Call *c, Value *in, uint32_t axes, double eps, Value *mean, Value *invstd)
{
    DType acc = loaded_dtype(in);
    Named x = {.name = "x", .value = in};
    Named pair[] = {x, {.name = "mean", .value = with_axes(c, mean, in, axes)}, {0}};
    reduce_step(c, R_MEAN, (Named[]){x, {0}}, expr_in(0, acc), axes, mean);
    Expr *square = expr_over(c, pair, acc, "(x - mean) * (x - mean)");
    Step *s = reduce_step(c, R_MEAN, pair, square, axes, invstd);
    Expr *var = expr_cast(expr_in(0, acc), F64);
    var = expr_new(E_ADD, F64, var, expr_float(eps, F64), NULL);
    s->post =
        expr_new(E_DIV, F64, expr_float(1, F64), expr_new(E_SQRT, F64, var, NULL, NULL), NULL);
}

/* Normalises doubles without the kernel, whose eps is a float and too coarse for them. */
static void norm_doubles(Call *c, Value *in, Value *weight, Value *bias, double eps, int lead,
                         Value *const out[3])
{
    uint32_t axes = all_axes(in->type.rank) & ~all_axes(lead);
    norm_statistics(c, in, axes, eps, out[1], out[2]);
    map_over(c, out[0],
             (Named[]){{.name = "x", .value = in},
                       {.name = "mean", .value = with_axes(c, out[1], in, axes)},
                       {.name = "invstd", .value = with_axes(c, out[2], in, axes)},
                       {.name = "weight", .value = weight, .none = !weight},
                       {.name = "bias", .value = bias, .none = !bias},
                       {0}},
             "(x - mean) * invstd * weight + bias");
}

/* Normalises rows, each of all elements behind the first `lead` axes. `weight` and `bias` have one
 * row's shape or are NULL; `out` are the result, the means and the inverse deviations. */
void norm_step(Call *c, Value *in, Value *weight, Value *bias, double eps, int lead,
               Value *const out[3])
{
    if (in->type.dtype == F64) {
        norm_doubles(c, in, weight, bias, eps, lead, out);
        return;
    }
    Step *s = emit_step(c, K_NORM, 3, 3);
    s->in[0] = in;
    s->in[1] = weight;
    s->in[2] = bias;
    for (int i = 0; i < 3; i++)
        s->out[i] = out[i];
    s->alpha = (float)eps;
    step_append(c->block, s);
}

static void need_row(Call *c, const char *name, const Value *v, const Value *in, int lead)
{
    if (!v)
        return;
    need_rank(c, name, v, in->type.rank - lead);
    for (int i = 0; i < v->type.rank; i++)
        need_equal(c, name, v->type.dim[i], in->type.dim[lead + i]);
}

/* Returns how many axes are before those of a row, which "normalized_shape" names. Sets `outer` to
 * their extents in the operand, and to 1 for the row's axes. */
int leading_axes(Call *c, const Value *in, Size **outer)
{
    Size *shape[MAX_RANK];
    int n = arg_sizes(c, "normalized_shape", shape, MAX_RANK), rank = in->type.rank,
        lead = rank - n;
    need_real(c, in);
    if (n < 1 || lead < 0)
        refuse(c, "the normalised shape has %d axes, the operand %d", n, rank);
    for (int i = 0; i < n; i++)
        need_equal(c, "normalised shape", in->type.dim[lead + i], shape[i]);
    for (int i = 0; i < rank; i++)
        outer[i] = i < lead ? in->type.dim[i] : size_const(1);
    return lead;
}

void norm_into(Call *c, Value *in, int lead, Value *const out[3])
{
    Value *weight = arg_maybe(c, "weight"), *bias = arg_maybe(c, "bias"), *wide[3];
    need_row(c, "weight", weight, in, lead);
    need_row(c, "bias", bias, in, lead);
    wide[0] = wide_result(c, out[0]);
    for (int i = 1; i < 3; i++)
        wide[i] = result_as(c, out[i], loaded_dtype(in));
    norm_step(c, row_major(c, widened(c, in)), weight ? row_major(c, widened(c, weight)) : NULL,
              bias ? row_major(c, widened(c, bias)) : NULL, arg_float(c, "eps"), lead, wide);
    for (int i = 0; i < 3; i++)
        narrow_result(c, wide[i], out[i]);
}

void layer_norm(Call *c, Value *in, Value *out)
{
    Size *outer[MAX_RANK] = {0};
    int lead = leading_axes(c, in, outer);
    Value *all[] = {out, value_new(c->g, F32, in->type.rank, outer),
                    value_new(c->g, F32, in->type.rank, outer)};
    norm_into(c, in, lead, all);
}

void softmax_step(Call *c, StepFunction fn, Value *in, int axis, Value *out)
{
    Step *s = emit_step(c, K_SOFTMAX, 1, 1);
    s->in[0] = row_major(c, in);
    s->axes = 1u << axis;
    s->fn = fn;
    s->out[0] = out;
    step_append(c->block, s);
}

void softmax(Call *c, Value *in, int axis, Value *out)
{
    softmax_step(c, FN_SOFTMAX, in, axis, out);
}
