/* SPDX-License-Identifier: 0BSD
 * Constants in the order in which XNNPACK reads them. */
#include "backends/xnnpack/compiler/pack.h"
#include "graph/build.h"
#include "graph/constants.h"
#include "graph/layouts.h"
#include "kernels/pack.h"

#include <string.h>

uint32_t float_bits(float f)
{
    uint32_t bits;
    memcpy(&bits, &f, sizeof bits);
    return bits;
}

/* Packs weights as [filters][taps][channels]. Depthwise filters are the channels of one filter:
 * [taps][filters]. */
void pack_xnn_conv(Graph *g, Step *s)
{
    const Value *weight = s->in[CONV_WEIGHT];
    int64_t filters = size_value(weight->type.dim[0]), channels = size_value(weight->type.dim[1]);
    int64_t n = size_value(value_numel(weight)), taps = n / filters / channels;
    bool one = is_depthwise(s);
    void *data = with_taps_first(const_in_row_order(weight), dtype_bytes((int)weight->type.dtype),
                                 one ? 1 : filters, one ? filters : channels, taps);
    s->in[CONV_WEIGHT] = packed(g, value_root((Value *)weight), weight->type.dtype, n, data);
}

/* Packs the weights of a transposed convolution, [channels][filters of a group][taps], as
 * [filters][taps][channels of a group]. */
void pack_xnn_deconv(Graph *g, Step *s)
{
    const Value *weight = s->in[CONV_WEIGHT];
    int64_t n = size_value(value_numel(weight)), filters = size_value(weight->type.dim[1]);
    int64_t channels = size_value(weight->type.dim[0]) / s->groups;
    int64_t taps = n / channels / s->groups / filters;
    size_t bytes = dtype_bytes((int)weight->type.dtype);
    int64_t size = (int64_t)bytes;
    const uint8_t *from = const_in_row_order(weight);
    uint8_t *to = NEW(uint8_t, n * size);
    for (int64_t i = 0; i < n; i++) {
        int64_t channel = i / taps / filters, filter = i / taps % filters, tap = i % taps;
        filter += channel / channels * filters;
        int64_t at = (filter * taps + tap) * channels + channel % channels;
        memcpy(to + at * size, from + i * size, bytes);
    }
    s->in[CONV_WEIGHT] = packed(g, value_root((Value *)weight), weight->type.dtype, n, to);
}

/* Returns the constant matrix as [columns][rows], floats multiplied by `factor`. */
static void *turned(const Value *b, float factor)
{
    int64_t n = size_value(value_numel(b));
    void *to = with_columns_first(b);
    float *number = b->type.dtype == F32 ? to : NULL;
    for (int64_t i = 0; number && i < n; i++)
        number[i] *= factor;
    return to;
}

void pack_xnn_gemm(Graph *g, Step *s)
{
    const Value *b = s->in[GEMM_B], *c = s->in[GEMM_C];
    int64_t n = size_value(value_numel(b));
    s->in[GEMM_B] = packed(g, value_root((Value *)b), b->type.dtype, n, turned(b, s->alpha));
    if (!c || s->beta == 1 || s->requant != RQ_NONE)
        return;
    int64_t columns = size_value(value_numel(c));
    float *bias = NEW(float, columns);
    for (int64_t i = 0; i < columns; i++)
        bias[i] = s->beta * ((const float *)const_data(c))[i];
    s->in[GEMM_C] = packed(g, value_root((Value *)c), F32, columns, bias);
}

/* Packs weights of 4 bits in pairs, 8 added to each, the first in the lower half of the byte. */
void pack_xnn_s4(Graph *g, Step *s)
{
    const Value *b = s->in[GEMM_B];
    int64_t n = size_value(value_numel(b)) / 2;
    int8_t *from = with_columns_first(b);
    uint8_t *to = NEW(uint8_t, n);
    for (int64_t i = 0; i < n; i++)
        to[i] = (uint8_t)((from[2 * i] + 8) | (from[2 * i + 1] + 8) << 4);
    zfree(from);
    s->in[GEMM_B] = packed(g, value_root((Value *)b), U8, n, to);
}

void pack_xnn_blocks(Graph *g, Step *s)
{
    const Value *scales = s->in[GEMM_MULT];
    int64_t n = size_value(value_numel(scales));
    const float *from = const_data(scales);
    uint16_t *to = NEW(uint16_t, n);
    for (int64_t i = 0; i < n; i++)
        to[i] = (uint16_t)(float_bits(from[i]) >> 16);
    s->in[GEMM_MULT] = packed(g, value_root((Value *)scales), BF16, n, to);
    pack_xnn_s4(g, s);
}
