/* SPDX-License-Identifier: 0BSD
 * Convolutions and products of half floats are those of floats, which have vector kernels: operands
 * are widened before, results rounded behind. Kernels of half floats add up in floats, too. */
#include "transform/widen_halves.h"
#include "graph/build.h"
#include "graph/constants.h"

#include "pte_math.h"
#include "select/registry.h"

#include <string.h>

static bool is_half(const Value *v)
{
    return v && (v->type.dtype == F16 || v->type.dtype == BF16);
}

static Value *wide_like(Graph *g, const Value *v)
{
    Value *wide = value_new(g, F32, v->type.rank, v->type.dim);
    if (layout_is_dense(v))
        wide->layout = v->layout;
    wide->max_elements = v->max_elements;
    return wide;
}

static Value *wide_constant(Graph *g, const Value *v)
{
    const uint16_t *half = const_in_row_order(v);
    int64_t dim[MAX_RANK], n = size_value(value_numel(v));
    float *data = NEW(float, n);
    for (int i = 0; i < v->type.rank; i++)
        dim[i] = size_value(v->type.dim[i]);
    for (int64_t i = 0; i < n; i++)
        data[i] = v->type.dtype == F16 ? pte_f32_from_f16(half[i]) : pte_f32_from_bf16(half[i]);
    Value *wide = value_made(g, F32, v->type.rank, dim, data);
    made_of(wide, v);
    return wide;
}

static Step *conversion(Graph *g, Value *from, Value *to, const Step *of)
{
    Step *s = step_new(g, K_MAP, 1, 1);
    s->in[0] = from;
    s->out[0] = to;
    to->def = s;
    s->expr = expr_cast(expr_in(0, from->type.dtype), to->type.dtype);
    s->source = of->source;
    return s;
}

/* Returns the step on floats. Its operands are constants, or values that no step makes yet. */
static Step widened(Graph *g, const Step *s)
{
    Step wide = *s;
    wide.in = NEW(Value *, s->nin);
    wide.out = NEW(Value *, s->nout);
    memcpy(wide.in, s->in, (size_t)s->nin * sizeof *s->in);
    for (int i = 0; i < s->nin; i++)
        if (is_half(s->in[i]))
            wide.in[i] =
                value_is_known(s->in[i]) ? wide_constant(g, s->in[i]) : wide_like(g, s->in[i]);
    wide.out[0] = wide_like(g, s->out[0]);
    return wide;
}

static void become(Graph *g, Step *s, const Step *wide)
{
    Step *rounding = conversion(g, wide->out[0], s->out[0], s);
    for (int i = 0; i < s->nin; i++)
        if (is_half(s->in[i]) && !value_is_const(value_root(s->in[i])))
            step_insert_before(s, conversion(g, s->in[i], wide->in[i], s));
    s->in = wide->in;
    s->out = wide->out;
    s->out[0]->def = s;
    step_insert_after(s, rounding);
}

static bool may_widen(const Step *s)
{
    return (s->kind == K_CONV || s->kind == K_GEMM) && s->requant == RQ_NONE &&
           is_half(s->out[0]) && is_half(s->in[CONV_IN]) && is_half(s->in[CONV_WEIGHT]) &&
           value_is_known(s->in[CONV_WEIGHT]);
}

void widen_halves(Graph *g)
{
    const Backend *backend = backend_that_asks(g, "widen");
    FOR_BLOCKS(b, g)
        FOR_STEPS(s, b) {
            if (!may_widen(s))
                continue;
            Step wide = widened(g, s);
            if (s->transposed || backend->will_take(&wide))
                become(g, s, &wide);
        }
}
