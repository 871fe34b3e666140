/* SPDX-License-Identifier: 0BSD
 * What a step costs, for comments and reports, and whether to split it. */
#include "graph/cost.h"
#include "graph/build.h"
#include "graph/constants.h"
#include "graph/kernel.h"

#include <string.h>

static int64_t count(const Value *v)
{
    return value_bound_bytes(v) / (int64_t)dtype_bytes((int)v->type.dtype);
}

/* Counts multiply-accumulates of a delta rule: each token reads its head's state and writes it,
 * then reads it for each query. */
static int64_t delta_macs(const Step *s)
{
    const Value *key = s->in[1], *query = s->in[0], *state = s->out[1];
    return (2 * count(key) + count(query)) * state->type.dim[3]->hi;
}

/* Counts multiply-accumulates at the sizes' bounds; 0 for steps that have none. */
int64_t step_macs(const Step *s)
{
    if (s->kind == K_CONV) {
        const Value *each = s->transposed ? s->in[CONV_IN] : s->out[0]; /* meets `weights` */
        const Value *other = s->transposed ? s->out[0] : s->in[CONV_IN];
        int64_t weights = other->type.dim[1]->hi / s->groups;
        for (int i = 0; i < s->win.rank; i++)
            weights *= s->win.kernel[i];
        return count(each) * weights;
    }
    if (s->kind == K_GEMM)
        return count(s->out[0]) * s->in[GEMM_A]->type.dim[s->in[GEMM_A]->type.rank - 1]->hi;
    if (s->kind == K_OPAQUE && s->fn == FN_EXPERT_LINEAR)
        return count(s->out[0]) * s->in[0]->type.dim[1]->hi;
    if (s->kind == K_OPAQUE && s->fn == FN_GATED_DELTA_RULE)
        return delta_macs(s);
    if (s->kind == K_ATTENTION) /* scores, then sums of values */
        return 2 * count(s->out[0]) * s->in[ATTEND_KEY]->type.dim[2]->hi;
    return 0;
}

static int64_t operand_bytes(const Step *s)
{
    int64_t bytes = 0;
    for (int i = 0; i < s->nin; i++)
        bytes += s->in[i] && !s->in[i]->scalar ? value_bound_bytes(s->in[i]) : 0;
    for (int i = 0; i < s->nout; i++)
        bytes += s->out[i] && !s->out[i]->scalar ? value_bound_bytes(s->out[i]) : 0;
    return bytes;
}

int64_t graph_macs(const Graph *g)
{
    int64_t macs = 0;
    FOR_BLOCKS(b, g)
        FOR_STEPS(s, b)
            macs += step_macs(s);
    return macs;
}

/* Counts the operations of steps that do not multiply and accumulate: so many for each element of
 * the operand or the result, whichever is larger. */
static int64_t operations(const Step *s)
{
    int64_t in = s->nin && s->in[0] ? count(s->in[0]) : 0, out = count(s->out[0]), each = 1;
    if (s->expr)
        each = expr_nodes(s->expr);
    else if (s->kind == K_SOFTMAX || s->kind == K_NORM)
        each = 8;
    else if (s->kind == K_POOL)
        for (int i = 0; i < s->win.rank; i++)
            each *= s->win.kernel[i];
    return (s->kind != K_POOL && in > out ? in : out) * each;
}

int64_t step_nanoseconds(const Step *s)
{
    enum { OPERATIONS = 4, BYTES = 8 }; /* in a nanosecond */
    int64_t macs = step_macs(s);
    int64_t work = macs ? macs / s->kernel->backend->macs : operations(s) / OPERATIONS;
    return work + operand_bytes(s) / BYTES;
}

/* Finds the output's scale in (integer - zero point) * scale, with the scale among the
 * constants. */
double output_step(const Graph *g, int output)
{
    const Value *v = g->output[output].value;
    if (g->output[output].border)
        return g->output[output].border->scale;
    const Step *s = v ? value_root((Value *)v)->def : NULL;
    if (!s || s->kind != K_MAP || s->expr->op != E_MUL)
        return 0;
    for (int side = 0; side < 2; side++) {
        const Expr *scale = s->expr->arg[side], *number = s->expr->arg[1 - side];
        const Value *in = scale->op == E_IN ? s->in[scale->index] : NULL;
        if (in && value_is_known(in) && in->type.dtype == F32 && value_numel(in) == size_const(1) &&
            number->op == E_CAST && dtype_is_int((int)number->arg[0]->type))
            return const_element(in, (int64_t[MAX_RANK]){0}, in->type.rank).d;
    }
    return 0;
}
