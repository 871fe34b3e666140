/* SPDX-License-Identifier: 0BSD
 * Constants as Cadence's nnlib reads them, and the bytes that its functions work in:
 * pte_xa_kernels.h. */
#include "backends/cadence/compiler/pack.h"
#include "backends/cadence/compiler/takes.h"
#include "graph/build.h"
#include "graph/constants.h"
#include "graph/layouts.h"
#include "kernels/fields.h"
#include "kernels/pack.h"

#include <string.h>

enum { FLOAT = 4, ALIGN = 16, STATE = 32 };

static int64_t larger(int64_t a, int64_t b)
{
    return a > b ? a : b;
}

/* Describes a picture and its window, along rows (0) and columns (1). */
typedef struct Picture {
    int64_t channels, filters, size[2], result[2], kernel[2], stride[2], pad[2], dilation[2];
} Picture;

static Picture picture_of(const Step *s)
{
    const Type *in = &s->in[0]->type, *out = &s->out[0]->type;
    Window w = window_of(s);
    Picture p = {.channels = size_value(in->dim[1]),
                 .filters = size_value(out->dim[1]), /* of a convolution */
                 .size = {1, 1},
                 .result = {1, 1},
                 .kernel = {1, 1},
                 .stride = {1, 1},
                 .dilation = {1, 1}};
    for (int i = 0; i < w.rank; i++) {
        int at = 2 - w.rank + i;
        p.size[at] = size_value(in->dim[2 + i]);
        p.result[at] = s->kind == K_REDUCE ? 1 : size_value(out->dim[2 + i]);
        p.kernel[at] = w.kernel[i];
        p.stride[at] = w.stride[i];
        p.pad[at] = w.pad[i];
        p.dilation[at] = w.dilation[i];
    }
    return p;
}

/* Returns how many rows (i = 0) or columns (i = 1) the windows reach, with `pad` of padding before
 * the picture and what is needed behind it. */
static int64_t reached(const Picture *p, int i, int64_t pad)
{
    return larger((p->result[i] - 1) * p->stride[i] + p->kernel[i], pad + p->size[i]);
}

/* Returns the bytes that a dense convolution works in: a ring with a column of windows. A picture
 * of one row is turned. */
static int64_t room_of_std(const Picture *p)
{
    bool row = p->size[0] == 1 && p->kernel[0] == 1 && p->result[0] == 1;
    int64_t step = p->kernel[!row] * p->channels * FLOAT;
    int64_t ring = reached(p, row, p->pad[row]) * step;
    ring += ring % ALIGN ? step : 0;
    return 2 * STATE + round_up(ring, ALIGN);
}

static int64_t common_divisor(int64_t a, int64_t b)
{
    return b == 0 ? a : common_divisor(b, a % b);
}

/* Returns the bytes that a depthwise convolution works in: a column of windows, or, of a dilated
 * one, a column of every dilation-th row. */
static int64_t room_of_depthwise(const Picture *p)
{
    int64_t apart = p->dilation[0], common = common_divisor(apart, p->stride[0]);
    int64_t results = (p->result[0] + apart / common - 1) / (apart / common);
    int64_t rows = larger((results - 1) * (p->stride[0] / common) + p->kernel[0],
                          (p->pad[0] + p->size[0] + apart - 1) / apart);
    return STATE + rows * p->kernel[1] * round_up(p->filters, 4) * FLOAT;
}

static int64_t room_of_pool(const Step *s, const Picture *p)
{
    bool mean = s->kind == K_REDUCE || s->pool == POOL_AVG, bytes = s->in[0]->type.dtype == I8;
    bool planes = !channels_last(s->in[0]) || p->channels == 1;
    int64_t row = p->size[1] * p->channels;
    if (planes) {
        int64_t across = round_up(reached(p, 1, round_up(p->pad[1], 2)), 8) + p->kernel[1];
        return ALIGN + 2 * FLOAT * round_up(across, 4);
    }
    if (bytes) {
        int64_t left = round_up(p->pad[1], ALIGN), across = reached(p, 1, p->pad[1]);
        int64_t right = across - p->pad[1] - p->size[1];
        int64_t padded = (across + left + right + p->kernel[1]) * p->channels;
        return larger(round_up(padded, ALIGN),
                      round_up(2 * row, ALIGN) + round_up(2 * p->channels, ALIGN));
    }
    int64_t divisors = mean ? round_up(p->result[0] * p->result[1] * FLOAT, ALIGN) : 0;
    return (mean ? 2 : 1) * round_up(row * FLOAT, ALIGN) + divisors;
}

int64_t nnlib_scratch(const Graph *g, const Step *s)
{
    (void)g;
    bool pool = s->kind == K_POOL || s->kind == K_REDUCE;
    if ((s->kind != K_CONV || nnlib_takes_1x1(s)) && !pool)
        return 0;
    Picture p = picture_of(s);
    if (pool)
        return room_of_pool(s, &p);
    return s->groups == p.channels ? room_of_depthwise(&p) : room_of_std(&p);
}

enum { BEHIND = 3 }; /* floats that depthwise kernels read behind weights and biases, at most */

/* Packs the weights as [filters][taps][channels], or those of a depthwise convolution as
 * [taps][filters]. */
static void pack_weights(Graph *g, Step *s, bool depthwise)
{
    const Value *weight = s->in[CONV_WEIGHT];
    int64_t filters = size_value(weight->type.dim[0]), channels = size_value(weight->type.dim[1]);
    int64_t n = size_value(value_numel(weight)), taps = n / filters / channels;
    float *to = NEW(float, n + BEHIND);
    float *taps_first =
        with_taps_first(const_in_row_order(weight), sizeof *to, depthwise ? 1 : filters,
                        depthwise ? filters : channels, taps);
    memcpy(to, taps_first, (size_t)n * sizeof *to);
    zfree(taps_first);
    s->in[CONV_WEIGHT] =
        packed(g, value_root((Value *)weight), F32, n + (depthwise ? BEHIND : 0), to);
}

/* Packs the biases, which nnlib needs: zeros if the step has none. */
static void pack_biases(Graph *g, Step *s)
{
    int64_t filters = size_value(s->out[0]->type.dim[1]);
    s->in[CONV_BIAS] = packed_columns(g, s->in[CONV_BIAS], 1, filters, filters + BEHIND);
}

void pack_nnlib_1x1(Graph *g, Step *s)
{
    pack_weights(g, s, false);
}

void pack_nnlib_conv(Graph *g, Step *s)
{
    give_scratch(g, s, nnlib_scratch(g, s));
    pack_weights(g, s, false);
    pack_biases(g, s);
}

void pack_nnlib_depthwise(Graph *g, Step *s)
{
    give_scratch(g, s, nnlib_scratch(g, s));
    pack_weights(g, s, true);
    pack_biases(g, s);
}

void pack_nnlib_pool(Graph *g, Step *s)
{
    give_scratch(g, s, nnlib_scratch(g, s));
}
