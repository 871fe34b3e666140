/* SPDX-License-Identifier: 0BSD
 * Weights of floats in the order in which vector kernels read them. */
#include "backends/vector/compiler/pack.h"
#include "backends/vector/compiler/takes.h"
#include "backends/vector/pte_tile.h"
#include "backends/vector/pte_vec_winograd.h"
#include "graph/build.h"
#include "graph/constants.h"
#include "kernels/pack.h"

#include <string.h>

int64_t panel_width(int64_t left)
{
    return pte_panel_width((int32_t)(left < PTE_PANEL ? left : PTE_PANEL));
}

int64_t columns_of(int64_t columns)
{
    return pte_packed_columns((int32_t)columns);
}

static void pack_epilogue(Graph *g, Step *s, int64_t groups, int64_t filters, int64_t columns)
{
    s->in[CONV_BIAS] = packed_columns(g, s->in[CONV_BIAS], groups, filters, columns);
}

/* Says where, in [channels][kh][kw], the weight of a filter's product `k` is. */
typedef struct Order {
    int64_t channels, taps;
    bool planes;
} Order;

static int64_t place_of(const Order *o, int64_t k)
{
    return o->planes ? k : k % o->channels * o->taps + k / o->channels;
}

static float *pack_panels(const float *from, float *to, int64_t filters, const Order *o)
{
    int64_t depth = o->channels * o->taps;
    for (int64_t first = 0; first < filters; first += PTE_PANEL) {
        int64_t width = panel_width(filters - first);
        for (int64_t k = 0; k < depth; k++, to += width)
            for (int64_t j = 0; j < width && first + j < filters; j++)
                to[j] = from[(first + j) * depth + place_of(o, k)];
    }
    return to;
}

void pack_conv(Graph *g, Step *s)
{
    const Value *weight = s->in[CONV_WEIGHT];
    int64_t filters = size_value(weight->type.dim[0]) / s->groups, across = 1;
    Order o = {.channels = size_value(weight->type.dim[1]), .taps = 1, .planes = reads_planes(s)};
    for (int i = 2; i < weight->type.rank; i++)
        o.taps *= across = size_value(weight->type.dim[i]);
    int64_t columns = columns_of(filters), depth = o.channels * o.taps;
    int64_t n = s->groups * columns * depth + across * o.channels;
    const float *from = const_in_row_order(weight);
    float *data = NEW(float, n), *to = data;
    for (int64_t i = 0; i < s->groups; i++)
        to = pack_panels(from + i * filters * depth, to, filters, &o);
    pack_epilogue(g, s, s->groups, filters, columns);
    s->in[CONV_WEIGHT] = packed(g, value_root((Value *)weight), F32, n, data);
}

enum { SIDE = PTE_WINOGRAD_PIXELS };

/* Writes the matrix G of F(4x4, 3x3), [SIDE][3], to `g`. It takes a window's coefficients to their
 * polynomial's values at some points, each divided by the product of the point's distances to the
 * others; the last row is for the point at infinity. */
static void winograd_matrix(double *g)
{
    static const double at[] = {0, .625, -.625, 1.5, -1.5}; /* as pte_vec_winograd_f32.c */
    enum { FINITE = SIDE - 1 };
    for (int i = 0; i < FINITE; i++) {
        double distances = 1;
        for (int j = 0; j < FINITE; j++)
            distances *= i == j ? 1 : at[i] - at[j];
        for (int j = 0; j < 3; j++)
            g[3 * i + j] = (j == 0 ? 1 : j == 1 ? at[i] : at[i] * at[i]) / distances;
    }
    memcpy(g + 3 * FINITE, (double[]){0, 0, 1}, 3 * sizeof *g);
}

/* Returns the element of G w G^T, for a window w, that rows gi and gj of G give. */
static double winograd_point(const float *w, const double *gi, const double *gj)
{
    double sum = 0;
    for (int tap = 0; tap < 9; tap++)
        sum += gi[tap / 3] * (double)w[tap] * gj[tap % 3];
    return sum;
}

void pack_winograd(Graph *g, Step *s)
{
    enum { POINTS = SIDE * SIDE };
    double matrix[SIDE * 3];
    winograd_matrix(matrix);
    const Value *weight = s->in[CONV_WEIGHT];
    int64_t filters = size_value(weight->type.dim[0]), channels = size_value(weight->type.dim[1]);
    int64_t columns = columns_of(filters), n = POINTS * columns * channels + channels;
    const float *from = const_in_row_order(weight);
    float *data = NEW(float, n);
    for (int64_t f = 0; f < filters; f++) {
        int64_t first = f - f % PTE_PANEL, left = filters - first;
        int64_t width = panel_width(left);
        float *to = data + first * POINTS * channels + f - first;
        for (int64_t c = 0; c < channels; c++)
            for (int64_t i = 0; i < POINTS; i++)
                to[(i * channels + c) * width] = (float)winograd_point(
                    from + (f * channels + c) * 9, matrix + i / SIDE * 3, matrix + i % SIDE * 3);
    }
    pack_epilogue(g, s, 1, filters, columns);
    s->in[CONV_WEIGHT] = packed(g, value_root((Value *)weight), F32, n, data);
}

void pack_gemm(Graph *g, Step *s)
{
    const Value *b = s->in[GEMM_B], *c = s->in[GEMM_C];
    int64_t depth = size_value(b->type.dim[0]), n = size_value(b->type.dim[1]);
    int64_t row = size_value(b->layout.stride[0]), step = size_value(b->layout.stride[1]);
    int64_t columns = columns_of(n), size = columns * depth + depth;
    const float *from = const_data(b);
    float *data = NEW(float, size), *to = data, *bias = NEW(float, columns);
    for (int64_t first = 0; first < n; first += PTE_PANEL) {
        int64_t width = panel_width(n - first);
        for (int64_t k = 0; k < depth; k++, to += width)
            for (int64_t j = 0; j < width && first + j < n; j++)
                to[j] = s->alpha * from[k * row + (first + j) * step];
    }
    for (int64_t j = 0; c && j < n; j++)
        bias[j] = s->beta * ((const float *)const_data(c))[j];
    s->in[GEMM_B] = packed(g, value_root((Value *)b), F32, size, data);
    s->in[GEMM_C] = packed(g, c ? value_root((Value *)c) : NULL, F32, columns, bias);
}

void pack_grouped(Graph *g, Step *s)
{
    enum { BLOCK = PTE_VEC_GROUPED_BLOCK, QUAD = 4 };
    const Value *weight = s->in[CONV_WEIGHT];
    int64_t filters = size_value(weight->type.dim[0]), size = size_value(weight->type.dim[1]);
    int64_t n = size_value(value_numel(weight)), each = n / filters, taps = each / size;
    int64_t all = round_up(filters, BLOCK) * each;
    const float *from = const_in_row_order(weight);
    float *data = NEW(float, all);
    for (int64_t i = 0; i < n; i++) {
        int64_t filter = i / each, channel = i / taps % size, tap = i % taps;
        int64_t quad = (filter / size * taps + tap) * (size / QUAD) + channel / QUAD;
        data[(quad * size + filter % size) * QUAD + channel % QUAD] = from[i];
    }
    pack_epilogue(g, s, 1, filters, filters);
    s->in[CONV_WEIGHT] = packed(g, value_root((Value *)weight), F32, all, data);
}

void pack_depthwise(Graph *g, Step *s)
{
    const Value *weight = s->in[CONV_WEIGHT];
    int64_t channels = s->groups, taps = size_value(value_numel(weight)) / channels;
    const float *from = const_in_row_order(weight);
    float *data = NEW(float, channels *taps);
    for (int64_t c = 0; c < channels; c++)
        for (int64_t k = 0; k < taps; k++)
            data[k * channels + c] = from[c * taps + k];
    pack_epilogue(g, s, 1, channels, channels);
    s->in[CONV_WEIGHT] = packed(g, value_root((Value *)weight), F32, channels * taps, data);
}
