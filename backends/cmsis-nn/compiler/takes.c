/* SPDX-License-Identifier: 0BSD
 * Which steps CMSIS-NN takes. */
#include "backends/cmsis-nn/compiler/takes.h"
#include "graph/build.h"
#include "graph/constants.h"
#include "graph/layouts.h"
#include "kernels/bytes.h"
#include "model.h"

#include <stdlib.h>

enum { MOST = 255 }; /* magnitude of a byte less its zero point */

/* Do sums of `terms` terms, each at most `most_term` in magnitude, fit 32 bits after the step's
 * left shifts? CMSIS-NN shifts before it multiplies. */
static bool has_shifts_for(const Step *s, int64_t terms, int64_t most_term)
{
    const Value *shifts = s->in[CONV_SHIFT], *biases = s->in[CONV_BIAS];
    const int32_t *shift = const_data(shifts), *bias = biases ? const_data(biases) : NULL;
    int64_t most = 0;
    for (int64_t i = 0; bias && i < size_value(value_numel(biases)); i++)
        most = llabs((long long)bias[i]) > most ? llabs((long long)bias[i]) : most;
    most += terms * most_term;
    for (int64_t i = 0; i < size_value(value_numel(shifts)); i++)
        if (shift[i] < -31 || shift[i] > 31 || (shift[i] > 0 && most > INT32_MAX >> shift[i]))
            return false;
    return true;
}

bool cmsis_takes(const Step *s)
{
    return takes_byte_conv(s, RQ_Q31_DOUBLE) &&
           has_shifts_for(s, size_value(s->in[CONV_WEIGHT]->type.dim[1]) * taps_of(s), MOST * 128);
}

static bool each_is(const Step *s, const int64_t *of, int64_t n)
{
    for (int i = 0; i < s->win.rank; i++)
        if (of[i] != n)
            return false;
    return true;
}

bool cmsis_is_1x1(const Step *s)
{
    return s->groups == 1 && each_is(s, s->win.kernel, 1) && each_is(s, s->win.pad, 0);
}

bool cmsis_has_stride_1(const Step *s)
{
    return each_is(s, s->win.stride, 1);
}

/* Is the convolution depthwise? With one channel it is treated as any other. */
bool cmsis_is_depthwise(const Step *s)
{
    return s->groups > 1 && s->in[CONV_IN]->type.dim[1] == size_const(s->groups);
}

bool cmsis_is_fast_depthwise(const Step *s)
{
    return is_depthwise(s) && s->in[CONV_IN]->type.dim[0] == size_const(1) &&
           each_is(s, s->win.dilation, 1);
}

bool cmsis_is_3x3(const Step *s)
{
    return s->win.rank == 2 && each_is(s, s->win.kernel, 3) && s->win.pad[0] <= 1 &&
           s->win.pad[1] <= 1;
}

bool cmsis_takes_gemm(const Step *s)
{
    return takes_byte_product(s, RQ_Q31_DOUBLE) &&
           has_shifts_for(s, size_value(s->in[GEMM_B]->type.dim[0]), MOST * 128) &&
           value_numel(s->in[GEMM_MULT]) == size_const(1);
}

static bool is_byte_matrices(const Value *v)
{
    return v->type.rank == 3 && v->type.dtype == I8 && value_is_static(v);
}

static bool is_one_number(const Value *v)
{
    return value_is_known(v) && v->type.dtype == I32 && value_numel(v) == size_const(1);
}

/* Are all zero points and bounds bytes? */
static bool has_offsets(const Value *v)
{
    if (!value_is_known(v) || v->type.dtype != I32 || value_numel(v) != size_const(5))
        return false;
    const int32_t *q = const_data(v), of[] = {-q[0], q[1], q[2], q[3], -q[4]};
    for (int i = 0; i < 5; i++)
        if (of[i] < INT8_MIN || of[i] > INT8_MAX)
            return false;
    return true;
}

bool cmsis_takes_matmul(const Step *s)
{
    const Value *a = s->in[GEMM_A], *b = s->in[GEMM_B], *out = s->out[0];
    return s->requant == RQ_Q31_DOUBLE && is_byte_matrices(a) && is_byte_matrices(b) &&
           out->type.dtype == I8 && a->type.dim[0] == b->type.dim[0] && layout_is_row_major(a) &&
           columns_first(b) && layout_is_row_major(out) && has_byte_shape(s) && !s->in[GEMM_C] &&
           is_one_number(s->in[GEMM_MULT]) && is_one_number(s->in[GEMM_SHIFT]) &&
           has_offsets(s->in[GEMM_QUANT]) &&
           has_shifts_for(s, size_value(b->type.dim[1]), MOST * MOST);
}

/* Does CMSIS-NN take the pool? Nobody may ask where the maxima were. */
bool cmsis_takes_pool(const Step *s)
{
    const Value *in = s->in[0], *out = s->out[0];
    return s->pool == POOL_MAX && !s->out[1] && s->win.rank == 2 && in->type.dtype == I8 &&
           value_is_static(in) && value_is_static(out) && channels_last(in) && channels_last(out) &&
           each_is(s, s->win.dilation, 1);
}

enum { HELIUM_CHANNELS = 124, HELIUM_ROWS = 4, PAIR = 2, HALF = 2, WORD = 4 /* bytes */ };

static int64_t most_of(const Graph *g, int64_t with_helium, int64_t without)
{
    return may_have_helium(g->model->options) && with_helium > without ? with_helium : without;
}

int64_t cmsis_scratch(const Graph *g, const Step *s)
{
    if (s->kind == K_GEMM && s->in[GEMM_B]->type.rank == 3)
        return most_of(g, WORD * size_value(s->in[GEMM_B]->type.dim[2]), 0);
    if (s->kind != K_CONV)
        return 0;
    int64_t channels = size_value(s->in[CONV_IN]->type.dim[1]), taps = taps_of(s);
    int64_t depth = channels / s->groups * taps;
    if (cmsis_is_1x1(s))
        return cmsis_has_stride_1(s) ? PAIR * HALF * channels : 0;
    if (!cmsis_is_depthwise(s))
        return most_of(g, HELIUM_ROWS * round_up(depth, 16), PAIR * HALF * round_up(depth, 4));
    if (!cmsis_is_fast_depthwise(s))
        return 0;
    return most_of(g, HELIUM_ROWS * HELIUM_CHANNELS * taps,
                   cmsis_is_3x3(s) ? 0 : HALF * channels * taps);
}
