/* SPDX-License-Identifier: 0BSD
 * Weights of bytes in the order in which vector kernels read them. */
#include "backends/vector/compiler/pack_s8.h"
#include "backends/vector/compiler/pack.h"
#include "backends/vector/compiler/takes.h"
#include "backends/vector/pte_tile.h"
#include "backends/vector/pte_vec_kernels.h"
#include "graph/build.h"
#include "graph/constants.h"
#include "graph/layouts.h"
#include "kernels/pack.h"

#include <string.h>

/* Describes how a filter [channels][kh][kw] is cut into runs: pte_vec_kernels.h. */
typedef struct Runs {
    bool rows; /* of the window; else pixels */
    int64_t channels, kh, kw;
    int64_t count, bytes; /* runs, bytes of each */
} Runs;

static Runs runs_of(int64_t channels, int64_t kh, int64_t kw, bool planes)
{
    Runs r = {.rows = planes || channels < 4, .channels = channels, .kh = kh, .kw = kw};
    r.bytes = r.rows ? kw * channels : channels;
    r.count = r.rows ? kh : kh * kw;
    return r;
}

static int64_t depth_of(const Runs *r)
{
    return r->count * round_up(r->bytes, 4);
}

/* Returns where byte `i` of a run is in the filter. */
static int64_t place_of(const Runs *r, int64_t run, int64_t i)
{
    if (!r->rows)
        return i * r->kh * r->kw + run;
    return (i % r->channels * r->kh + run) * r->kw + i / r->channels;
}

/* Returns which byte of its run the lane of a step multiplies, or -1 for none: pte_tile_s8.h. */
static int64_t byte_of(const Runs *r, int64_t step, int64_t lane)
{
    int64_t first = r->bytes % 4 ? r->bytes % 4 : 4;
    if (step == 0)
        return lane < first ? lane : -1;
    return first + 4 * (step - 1) + lane;
}

static int8_t *pack_panels(const int8_t *from, int8_t *to, int64_t filters, const Runs *r)
{
    int64_t size = r->count * r->bytes;
    for (int64_t first = 0; first < filters; first += PTE_PANEL) {
        int64_t width = panel_width(filters - first);
        for (int64_t run = 0; run < r->count; run++)
            for (int64_t step = 0; step < round_up(r->bytes, 4) / 4; step++, to += 4 * width)
                for (int64_t k = 0; k < 4 * width && first + k / 4 < filters; k++) {
                    int64_t i = byte_of(r, step, k % 4);
                    to[k] = i < 0 ? 0 : from[(first + k / 4) * size + place_of(r, run, i)];
                }
    }
    return to;
}

/* Says where filter i % filters is among the packed ones: at[i], for i below `count`, of `all`
 * places. */
typedef struct Places {
    int64_t count, filters, all;
    int64_t *at;
} Places;

/* Are weights of a step that lie two bytes apart both -128? Kernels may add the products of others
 * in 16 bits. */
static bool has_extreme_pair(const int8_t *packed, int64_t bytes)
{
    for (int64_t i = 2; i < bytes; i++)
        if (i % 4 >= 2 && packed[i] == INT8_MIN && packed[i - 2] == INT8_MIN)
            return true;
    return false;
}

/* Returns what the sums start with, the input's zero point taken off; then the same for an input to
 * which 128 was added; then whether the packed weights have an extreme pair. */
static Value *packed_bias(Graph *g, const Step *s, const int8_t *weight, int64_t size,
                          const Places *p, bool extreme)
{
    const Value *bias = s->requant == RQ_F32_RNE ? s->in[CONV_BIAS] : NULL;
    const int32_t *from = bias ? const_data(bias) : NULL, *q = const_data(s->in[CONV_QUANT]);
    uint32_t *to = NEW(uint32_t, 2 * p->all + 1);
    to[2 * p->all] = extreme;
    for (int64_t i = 0; i < p->count; i++) {
        int64_t filter = i % p->filters, sum = 0;
        for (int64_t k = 0; k < size; k++)
            sum += weight[filter * size + k];
        to[p->at[i]] = (bias ? (uint32_t)from[filter] : 0) + (uint32_t)(q[0] * sum);
        to[p->all + p->at[i]] = to[p->at[i]] - (uint32_t)(128 * sum);
    }
    return packed(g, bias, I32, 2 * p->all + 1, to);
}

/* Returns the factors of the sums; then, if biases are floats, what is added to the scaled sums. */
static Value *packed_scale(Graph *g, const Step *s, const Places *p)
{
    bool adds = s->requant == RQ_F32_BIAS;
    const Value *bias = adds ? s->in[CONV_BIAS] : NULL;
    const float *factor = const_data(s->in[CONV_MULT]), *offset = bias ? const_data(bias) : NULL;
    int64_t n = adds ? 2 * p->all : p->all;
    float *to = NEW(float, n);
    for (int64_t i = 0; i < p->count; i++) {
        to[p->at[i]] = factor[i % p->filters];
        if (adds)
            to[p->all + p->at[i]] = offset ? offset[i % p->filters] : 0;
    }
    return packed(g, s->in[CONV_MULT], F32, n, to);
}

/* Packs weights, scales and biases, of `filters` filters in each group. Products of matrices have
 * their operands in the same places as convolutions. */
static void pack_filters(Graph *g, Step *s, const int8_t *from, int64_t groups, int64_t filters,
                         const Runs *r)
{
    int64_t columns = columns_of(filters), depth = depth_of(r);
    int64_t size = r->count * r->bytes, padding = round_up(r->kw * r->channels, 4);
    Places p = {.count = groups * filters, .filters = groups * filters, .all = groups * columns};
    int8_t *data = NEW(int8_t, p.all * depth + padding), *to = data;
    for (int64_t i = 0; i < groups; i++)
        to = pack_panels(from + i * filters * size, to, filters, r);
    memset(to, -*(const int32_t *)const_data(s->in[CONV_QUANT]), (size_t)padding);
    p.at = NEW(int64_t, p.count);
    for (int64_t i = 0; i < p.count; i++)
        p.at[i] = i / filters * columns + i % filters;
    s->in[CONV_MULT] = packed_scale(g, s, &p);
    s->in[CONV_BIAS] = packed_bias(g, s, from, size, &p, has_extreme_pair(data, p.all * depth));
    s->in[CONV_WEIGHT] =
        packed(g, value_root(s->in[CONV_WEIGHT]), I8, p.all * depth + padding, data);
}

/* Does the convolution go over a single column? That is one row to the kernel: pte_vconv_lying().
 */
static bool has_one_column(const Step *s)
{
    const Value *in = s->in[CONV_IN], *out = s->out[0];
    return s->win.rank == 2 && s->win.kernel[1] == 1 && s->win.pad[1] == 0 &&
           in->type.dim[3] == size_const(1) && out->type.dim[3] == size_const(1);
}

/* Returns how many groups become one, with zeros for the channels of the others: as many as have
 * the filters of a vector. More are slower, since the zeros are multiplied too. */
static int64_t groups_as_one(const Step *s, int64_t filters, int64_t channels)
{
    enum { LANES = 16 };
    int64_t n = reads_planes(s) ? 1 : LANES / filters;
    while (n > 1 && (s->groups % n != 0 || !takes_channels(s, n * channels)))
        n--;
    return n > 1 ? n : 1;
}

/* Returns weights [all][each] of groups of so many filters as those of `n` groups in one. */
static int8_t *joined_groups(const int8_t *from, int64_t all, int64_t filters, int64_t each,
                             int64_t n)
{
    int8_t *to = NEW(int8_t, all * each * n);
    for (int64_t i = 0; i < all; i++)
        memcpy(to + (i * n + i / filters % n) * each, from + i * each, (size_t)each);
    return to;
}

void pack_conv_s8(Graph *g, Step *s)
{
    const Value *weight = s->in[CONV_WEIGHT];
    int rank = weight->type.rank;
    int64_t kh = rank > 3 ? size_value(weight->type.dim[2]) : 1;
    int64_t kw = size_value(weight->type.dim[rank - 1]);
    if (has_one_column(s)) {
        kw = kh;
        kh = 1;
    }
    int64_t all = size_value(weight->type.dim[0]), filters = all / s->groups;
    int64_t channels = size_value(weight->type.dim[1]), n = groups_as_one(s, filters, channels);
    Runs r = runs_of(n * channels, kh, kw, reads_planes(s));
    const int8_t *from = const_in_row_order(weight);
    int8_t *joined = n > 1 ? joined_groups(from, all, filters, channels * kh * kw, n) : NULL;
    s->joined_groups = n;
    pack_filters(g, s, joined ? joined : from, kernel_groups(s), n * filters, &r);
    if (joined)
        zfree(joined);
}

void pack_gemm_s8(Graph *g, Step *s)
{
    const Value *b = s->in[GEMM_B];
    int64_t k = size_value(b->type.dim[0]), n = size_value(b->type.dim[1]);
    int64_t row = size_value(b->layout.stride[0]), column = size_value(b->layout.stride[1]);
    const int8_t *data = const_data(b);
    int8_t *from = NEW(int8_t, n * k);
    Runs r = runs_of(k, 1, 1, false);
    for (int64_t i = 0; i < n * k; i++)
        from[i] = data[i % k * row + i / k * column];
    pack_filters(g, s, from, 1, n, &r);
}

/* Returns where a channel of a depthwise convolution is among the packed ones: pte_vec_kernels.h.
 */
static int64_t place_of_channel(int64_t channels, int64_t c)
{
    int64_t start = c / 64 * 64, left = channels - start, k = c - start;
    int64_t lanes = pte_packed_lanes((int32_t)left);
    return start + (k % 16 / 4 * lanes + k / 16) * 4 + k % 4;
}

void pack_depthwise_s8(Graph *g, Step *s)
{
    const Value *weight = s->in[CONV_WEIGHT];
    int64_t channels = s->groups, copies = pte_repeats((int32_t)channels) ? 64 / channels : 1;
    Places p = {.count = copies * channels,
                .filters = channels,
                .all = pte_packed_channels((int32_t)channels)};
    int64_t kw = size_value(weight->type.dim[weight->type.rank - 1]);
    int64_t taps = size_value(value_numel(weight)) / channels, quads = (taps / kw + 3) / 4;
    int64_t n = 4 * kw * quads * p.all, padding = channels > 64 ? channels : 64;
    const int8_t *from = const_in_row_order(weight);
    int8_t *data = NEW(int8_t, n + padding);
    p.at = NEW(int64_t, p.count);
    for (int64_t i = 0; i < p.count; i++) {
        p.at[i] = place_of_channel(p.count, i);
        for (int64_t k = 0; k < taps; k++) {
            int64_t y = k / kw, quad = y / 4 * kw + k % kw;
            data[4 * (quad * p.all + p.at[i]) + y % 4] = from[i % channels * taps + k];
        }
    }
    memset(data + n, -*(const int32_t *)const_data(s->in[CONV_QUANT]), (size_t)padding);
    s->in[CONV_MULT] = packed_scale(g, s, &p);
    s->in[CONV_BIAS] = packed_bias(g, s, from, taps, &p, has_extreme_pair(data, n));
    s->in[CONV_WEIGHT] = packed(g, value_root(s->in[CONV_WEIGHT]), I8, n + padding, data);
}

void pack_grouped_s8(Graph *g, Step *s)
{
    enum { BLOCK = PTE_VEC_GROUPED_BLOCK };
    const Value *weight = s->in[CONV_WEIGHT];
    int64_t filters = size_value(weight->type.dim[0]), channels = size_value(weight->type.dim[1]);
    int64_t taps = taps_of(s), each = taps * channels;
    Places p = {.count = filters, .filters = filters, .all = round_up(filters, BLOCK)};
    const int8_t *from = const_in_row_order(weight);
    int8_t *data = NEW(int8_t, p.all * each + BLOCK);
    p.at = NEW(int64_t, p.count);
    for (int64_t f = 0; f < filters; f++) {
        p.at[f] = f;
        for (int64_t i = 0; i < each; i++) {
            int64_t place = (f / BLOCK * taps + i % taps) * BLOCK + f % BLOCK;
            data[place * channels + i / taps] = from[f * each + i];
        }
    }
    memset(data + p.all * each, -*(const int32_t *)const_data(s->in[CONV_QUANT]), BLOCK);
    s->in[CONV_MULT] = packed_scale(g, s, &p);
    s->in[CONV_BIAS] = packed_bias(g, s, from, each, &p, has_extreme_pair(data, p.all * each));
    s->in[CONV_WEIGHT] = packed(g, value_root(s->in[CONV_WEIGHT]), I8, p.all * each + BLOCK, data);
}
