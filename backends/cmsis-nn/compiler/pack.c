/* SPDX-License-Identifier: 0BSD
 * Constants in the order in which CMSIS-NN's functions read them: pte_cmsis_kernels.h. */
#include "backends/cmsis-nn/compiler/pack.h"
#include "backends/cmsis-nn/compiler/takes.h"
#include "graph/build.h"
#include "graph/constants.h"
#include "graph/layouts.h"
#include "kernels/pack.h"
#include "model.h"

/* Returns the constant with one element for each channel, whether it has that already or one for
 * all. */
static Value *spread(Graph *g, Value *v, int64_t channels)
{
    const int32_t *from = const_data(v);
    int32_t *to = NEW(int32_t, channels);
    if (value_numel(v) == size_const(channels))
        return v;
    for (int64_t i = 0; i < channels; i++)
        to[i] = from[0];
    return packed(g, v, I32, channels, to);
}

static void pack(Graph *g, Step *s, int64_t bytes, int8_t *weights)
{
    int64_t channels = size_value(s->out[0]->type.dim[1]);
    give_scratch(g, s, cmsis_scratch(g, s));
    s->in[CONV_WEIGHT] = packed(g, value_root(s->in[CONV_WEIGHT]), I8, bytes, weights);
    s->in[CONV_MULT] = spread(g, s->in[CONV_MULT], channels);
    s->in[CONV_SHIFT] = spread(g, s->in[CONV_SHIFT], channels);
}

void pack_cmsis_conv(Graph *g, Step *s)
{
    const Value *weight = s->in[CONV_WEIGHT];
    int64_t filters = size_value(weight->type.dim[0]), channels = size_value(weight->type.dim[1]);
    pack(g, s, filters * channels * taps_of(s),
         with_taps_first(const_in_row_order(weight), 1, filters, channels, taps_of(s)));
}

/* Packs depthwise filters as [taps][filters]: they are the channels of one filter. */
void pack_cmsis_depthwise(Graph *g, Step *s)
{
    const Value *weight = s->in[CONV_WEIGHT];
    int64_t filters = size_value(weight->type.dim[0]);
    pack(g, s, filters * taps_of(s),
         with_taps_first(const_in_row_order(weight), 1, 1, filters, taps_of(s)));
}

/* Returns the biases and, behind them, for Helium, what the sums are for an input of zeros. */
static Value *packed_sums(Graph *g, const Step *s, const int8_t *weights, int64_t n, int64_t k)
{
    const Value *bias = s->in[GEMM_C];
    const int32_t *from = bias ? const_data(bias) : NULL, *q = const_data(s->in[GEMM_QUANT]);
    uint32_t *to = NEW(uint32_t, 2 * n);
    for (int64_t i = 0; i < n; i++) {
        to[i] = from ? (uint32_t)from[i] : 0;
        to[n + i] = to[i];
        for (int64_t j = 0; j < k; j++)
            to[n + i] += (uint32_t)(q[0] * weights[i * k + j]);
    }
    return packed(g, bias ? value_root((Value *)bias) : NULL, I32, 2 * n, to);
}

void pack_cmsis_gemm(Graph *g, Step *s)
{
    const Value *b = s->in[GEMM_B];
    int64_t k = size_value(b->type.dim[0]), n = size_value(b->type.dim[1]);
    int8_t *weights = with_columns_first(b);
    give_scratch(g, s, 0);
    if (may_have_helium(g->model->options))
        s->in[GEMM_C] = packed_sums(g, s, weights, n, k);
    s->in[GEMM_B] = packed(g, value_root((Value *)b), I8, n * k, weights);
}

void pack_cmsis_matmul(Graph *g, Step *s)
{
    give_scratch(g, s, cmsis_scratch(g, s));
}
