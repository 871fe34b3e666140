/* SPDX-License-Identifier: 0BSD
 * Depthwise convolutions of one tap, which only multiply channels and add to them, become maps:
 * they join the maps beside them, and no kernel looks for windows. */
#include "transform/scales.h"
#include "graph/build.h"
#include "graph/layouts.h"

static bool scales_channels(const Step *s)
{
    if (s->kind != K_CONV || s->transposed || s->requant != RQ_NONE || !is_depthwise(s) ||
        taps_of(s) != 1 || s->out[0]->type.dtype != F32 || s->in[CONV_IN]->type.dtype != F32 ||
        s->in[CONV_WEIGHT]->type.dtype != F32 || !value_is_known(s->in[CONV_WEIGHT]) ||
        (s->in[CONV_BIAS] && !value_is_known(s->in[CONV_BIAS])))
        return false;
    return same_dims(s->in[CONV_IN], s->out[0]); /* strides and padding would change them */
}

/* Returns a number for each channel as a tensor with an axis for channels and `after` axes of one
 * element behind it. */
static Value *by_channel(Graph *g, Value *v, int after)
{
    Type type = {.dtype = v->type.dtype, .rank = 1 + after, .dim = {v->type.dim[0]}};
    Layout layout = {.stride = {v->layout.stride[0]}};
    for (int i = 1; i <= after; i++) {
        type.dim[i] = size_const(1);
        layout.stride[i] = size_const(1);
    }
    return value_view(g, v, &type, &layout, size_const(0));
}

void map_scales(Graph *g)
{
    FOR_BLOCKS(b, g)
        FOR_STEPS(s, b) {
            if (!scales_channels(s))
                continue;
            Value *bias = s->in[CONV_BIAS];
            int after = s->out[0]->type.rank - 2;
            s->in[CONV_WEIGHT] = by_channel(g, s->in[CONV_WEIGHT], after);
            s->expr = expr_new(E_MUL, F32, expr_in(0, F32), expr_in(1, F32), NULL);
            if (bias) {
                s->in[CONV_BIAS] = by_channel(g, bias, after);
                s->expr = expr_new(E_ADD, F32, s->expr, expr_in(2, F32), NULL);
            }
            if (s->has_clamp)
                s->expr = expr_clamped(s->expr, s->lo, s->hi);
            s->kind = K_MAP;
            s->has_clamp = false;
            s->nin = bias ? 3 : 2;
            s->win = (Window){0};
            s->groups = 0;
        }
}
