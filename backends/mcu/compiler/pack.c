/* SPDX-License-Identifier: 0BSD
 * Constants in the order in which the kernels for microcontrollers read them: pte_mcu_kernels.h. */
#include "backends/mcu/compiler/pack.h"
#include "backends/mcu/compiler/filters.h"
#include "backends/mcu/compiler/pack_lanes.h"
#include "backends/mcu/compiler/takes.h"
#include "graph/build.h"
#include "graph/constants.h"
#include "graph/layouts.h"
#include "kernels/four_bits.h"
#include "kernels/pack.h"
#include "model.h"
#include "pte_mcu_kernels.h"

#include <math.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

/* Returns the words of the numbers that turn the sums of four channels into their results. */
static int64_t number_words(const Step *s)
{
    return s->requant == RQ_F32_RNE ? 4 : s->requant == RQ_F32_BIAS ? 8 : 5;
}

/* Says where the channels of a group are, in words: units of starts and bytes, then the channels'
 * numbers by fours. */
typedef struct Places {
    int64_t units, unit_words, numbers, group_words;
} Places;

/* Returns the words of the numbers that are behind the weights of a unit, if they are there. */
static int64_t fused_words(const Filters *f)
{
    return !f->fused ? 0 : f->unit == 4 ? 5 : 2 * f->unit;
}

static Places places_of(const Filters *f, int64_t number_words)
{
    int64_t in_a_word = f->halves ? 2 : f->narrow ? 8 : 4;
    Places p = {.units = (f->each + f->unit - 1) / f->unit,
                .unit_words = f->unit + f->unit * f->padded / in_a_word};
    p.unit_words += fused_words(f);
    p.numbers = p.units * p.unit_words;
    p.group_words = p.numbers;
    if (!f->fused)
        p.group_words += (f->alike ? 1 : (f->each + 3) / 4) * number_words;
    return p;
}

/* Packs the numbers of `channel`, the i-th of the four whose numbers are at `to`. */
static void pack_numbers(const Graph *g, const Step *s, int64_t channel, int64_t i, bool goes_right,
                         uint32_t *to)
{
    int32_t shift = (int32_t)word_of_channel(s->in[CONV_SHIFT], channel);
    to[i] = word_of_target(g, word_of_channel(s->in[CONV_MULT], channel));
    if (s->requant == RQ_F32_BIAS)
        to[4 + i] = word_of_target(g, word_of_channel(s->in[CONV_BIAS], channel));
    if (s->requant == RQ_Q31_DOUBLE)
        ((int8_t *)(to + 4))[i] = (int8_t)(goes_right ? -shift : shift);
}

static void pack_channel(const Graph *g, const Step *s, const Filters *f, int64_t channel,
                         const Places *p, bool goes_right, uint32_t *to)
{
    int64_t unit = channel % f->each / f->unit, magnitude;
    int64_t lane = channel % f->each % f->unit ^ f->swapped;
    const Value *bias = s->requant == RQ_F32_BIAS ? NULL : s->in[CONV_BIAS];
    uint32_t *group = to + channel / f->each * p->group_words;
    uint32_t *start = group + unit * p->unit_words;
    int8_t *bytes = (int8_t *)(start + f->unit);
    int16_t *halves = (int16_t *)bytes;
    int64_t four = f->alike ? 0 : channel % f->each / 4;
    uint32_t first =
        word_of_channel(bias, channel) +
        word_of_channel(s->in[CONV_QUANT], 0) * (uint32_t)sum_of_filter(f, channel, &magnitude);
    start[lane] = word_of_target(g, f->fused ? 2 * first : first);
    for (int64_t k = 0; k < f->depth; k++) {
        int8_t weight = f->data[channel * f->depth + k];
        if (f->halves)
            halves[f->place(lane, k)] = (int16_t)(f->fused ? 2 * weight : weight);
        else if (f->narrow)
            bytes[k] = (int8_t)(bytes[k] | (lane ? weight & 15 : weight * 16));
        else
            bytes[f->place(lane, k)] = weight;
    }
    for (int64_t k = 1; f->planes && k < f->depth; k += 3)
        halves[f->place(lane, k) + 1] = halves[f->place(lane, k)];
    if (f->fused && f->unit == 4) {
        pack_numbers(g, s, channel, lane, goes_right, start + p->unit_words - fused_words(f));
        return;
    }
    if (f->fused) {
        uint32_t *number = start + p->unit_words - fused_words(f) + lane;
        number[0] = word_of_target(g, word_of_channel(s->in[CONV_MULT], channel));
        number[f->unit] = word_of_target(g, 0 - word_of_channel(s->in[CONV_SHIFT], channel));
        return;
    }
    pack_numbers(g, s, channel, channel % f->each % 4, goes_right,
                 group + p->numbers + four * number_words(s));
}

/* Do each two channels fit half a word, the i-th of them in its lower byte? */
static bool fits_half(const Filters *f, int64_t i)
{
    for (int64_t c = 1 - i; c < f->groups * f->each; c += 2)
        for (int64_t k = 0; k < f->depth; k++) {
            const int64_t other = c + 2 * i - 1;
            if (f->data[c * f->depth + k] == INT8_MIN && other < f->groups * f->each &&
                f->data[other * f->depth + k] < 0)
                return false;
        }
    return true;
}

/* Returns how channels fit half a word by twos, so that a product with it has those of both, as
 * flags of the layer; 0 if they do not: only if the upper one's sum, times 256, fits 32 bits. */
static int32_t folding_of(const Graph *g, const Step *s, const Filters *f, const pte_mcu_conv2d *p)
{
    const Options *o = g->model->options;
    if (!o->speed || (o->lanes != LANES_DSP && o->lanes != LANES_NONE) || pte_mcu_takes_pairs(p) ||
        (f->groups > 1 && f->each % 2) || !sums_stay_below(s, f, INT64_C(1) << 23))
        return 0;
    return fits_half(f, 0)   ? PTE_MCU_FOLDED
           : fits_half(f, 1) ? PTE_MCU_FOLDED | PTE_MCU_SWAPPED
                             : 0;
}

/* Folds the weights of each two channels, which are packed at `to`, and what their sums start with.
 */
static void fold(const Graph *g, const Filters *f, const Places *p, uint32_t *to)
{
    for (int64_t i = 0; i < f->groups * p->units; i++) {
        uint32_t *start = to + i / p->units * p->group_words + i % p->units * p->unit_words;
        int8_t *two = (int8_t *)(start + 2);
        start[1] =
            word_of_target(g, word_of_target(g, start[0]) + 256 * word_of_target(g, start[1]));
        for (int64_t k = 0; k < f->padded; k++)
            two[2 * k + 1] = (int8_t)(two[2 * k + 1] - (two[2 * k] < 0));
    }
}

enum { BEHIND = 6 }; /* words: kernels read vectors */

static void pack_filters(Graph *g, Step *s, const Filters *f, int64_t scratch, int32_t flags)
{
    bool goes_right = shifts_right(s, f);
    Places p = places_of(f, number_words(s));
    int64_t words = PTE_MCU_QUANT + table_words(s) + f->groups * p.group_words + BEHIND;
    uint32_t *to = NEW(uint32_t, words),
             *filters = pack_layer_start(g, s, goes_right + f->fused, flags, to);
    for (int64_t i = 0; i < f->groups * f->each; i++)
        pack_channel(g, s, f, i, &p, goes_right, filters);
    if (flags & PTE_MCU_FOLDED)
        fold(g, f, &p, filters);
    pack_layer_end(g, s, words, to, scratch);
}

static int64_t place_in_pair(int64_t channel, int64_t k)
{
    static const int place[] = {0, 4, 2, 6};
    return k / 4 * 8 + place[k % 4] + channel;
}

static int64_t half_in_pair(int64_t channel, int64_t k)
{
    static const int place[] = {0, 4, 1, 5};
    return k / 4 * 8 + place[k % 4] + 2 * channel;
}

/* Are weights stored as halves, which processors with the DSP extension need not widen? Twice the
 * flash is for those that each call reads often. */
static bool takes_halves(const Graph *g, const pte_mcu_conv2d *p)
{
    enum { OFTEN = 16 };
    const Options *o = g->model->options;
    return o->speed && o->lanes == LANES_DSP && !g->model->savings.few_bits &&
           p->n * p->oh * p->ow >= OFTEN;
}

static int64_t half_in_four(int64_t channel, int64_t tap)
{
    return tap / 2 * 8 + channel * 2 + tap % 2;
}

static int64_t place_in_four(int64_t channel, int64_t tap)
{
    return tap / 2 * 8 + channel / 2 * 4 + tap % 2 * 2 + channel % 2;
}

/* Do the weights fit 4 bits, and the sums 16 times as large as the DSP extension forms them? */
static bool fits_4_bits(const Step *s, const Filters *f)
{
    return fit_4_bits(f->data, f->groups * f->each * f->depth) &&
           sums_stay_below(s, f, INT64_C(1) << 27);
}

static void pack_pairs(Graph *g, Step *s, Filters *f, const pte_mcu_conv2d *p)
{
    const Value *mult = s->in[CONV_MULT], *shift = s->in[CONV_SHIFT];
    f->unit = 2;
    f->alike = s->requant != RQ_F32_BIAS && value_numel(mult) == size_const(1) &&
               (!shift || value_numel(shift) == size_const(1));
    f->padded = pte_mcu_depth(p);
    bool fit = fits_4_bits(s, f);
    f->narrow = fit && prefers_few_bits(g->model);
    f->halves = takes_halves(g, p);
    f->place = f->halves ? half_in_pair : place_in_pair;
    f->fused = f->halves && f->each % 2 == 0 && is_unbounded(s) && shifts_right(s, f);
    g->model->wide |= f->halves || (fit && !f->narrow);
    g->model->four_bits |= f->narrow;
    int32_t folding = f->narrow ? PTE_MCU_NIBBLES : folding_of(g, s, f, p);
    f->swapped = (folding & PTE_MCU_SWAPPED) != 0;
    pack_filters(g, s, f, pte_mcu_conv_scratch(p),
                 (f->alike ? 0 : PTE_MCU_OWN) | (f->halves ? PTE_MCU_WIDE : 0) | folding);
}

void pack_mcu_conv(Graph *g, Step *s)
{
    const Value *weight = s->in[CONV_WEIGHT];
    pte_mcu_conv2d p = mcu_shape_of(s);
    int64_t filters = size_value(weight->type.dim[0]), channels = p.c / p.groups;
    int8_t *data =
        with_taps_first(const_in_row_order(weight), 1, filters, channels, (int64_t)p.kh * p.kw);
    Filters f = {.data = data,
                 .depth = channels * p.kh * p.kw,
                 .groups = s->groups,
                 .each = filters / s->groups};
    pack_pairs(g, s, &f, &p);
    zfree(data);
}

void pack_mcu_gemm(Graph *g, Step *s)
{
    const Value *b = s->in[GEMM_B];
    int8_t *data = with_columns_first(b);
    Filters f = {.data = data,
                 .depth = size_value(b->type.dim[0]),
                 .groups = 1,
                 .each = size_value(b->type.dim[1])};
    pte_mcu_conv2d p = mcu_shape_of(s);
    pack_pairs(g, s, &f, &p);
    zfree(data);
}

void pack_mcu_depthwise(Graph *g, Step *s)
{
    pte_mcu_conv2d p = mcu_shape_of(s);
    Filters f = {.data = const_in_row_order(s->in[CONV_WEIGHT]),
                 .depth = (int64_t)p.kh * p.kw,
                 .groups = 1,
                 .each = s->groups,
                 .unit = 4,
                 .padded = round_up((int64_t)p.kh * p.kw, 2),
                 .halves = takes_halves(g, &p)};
    f.place = f.halves ? half_in_four : place_in_four;
    f.fused = f.halves && f.each % 4 == 0 && is_unbounded(s) && shifts_right(s, &f);
    g->model->wide |= f.halves;
    bool fit = neighbours_fit(&f) && sums_stay_below(s, &f, INT64_C(1) << 31);
    pack_filters(g, s, &f, pte_mcu_dwconv_scratch(&p),
                 (fit ? PTE_MCU_FIT : 0) | (f.halves ? PTE_MCU_WIDE : 0));
}

/* Of the row `k / 3` of a window that is stored as a b b c. */
static int64_t half_in_row(int64_t channel, int64_t k)
{
    (void)channel;
    return k / 3 * 4 + k % 3 + (k % 3 == 2);
}

static Filters planes_of(const Step *s)
{
    return (Filters){.data = const_in_row_order(s->in[CONV_WEIGHT]),
                     .depth = 9,
                     .groups = 1,
                     .each = s->groups,
                     .unit = 1,
                     .padded = 12,
                     .place = half_in_row,
                     .fused = true,
                     .halves = true,
                     .planes = true};
}

bool mcu_takes_planes(const Graph *g, const Step *s)
{
    if (!mcu_takes_depthwise(s, RQ_Q31_DOUBLE))
        return false;
    pte_mcu_conv2d p = mcu_shape_of(s);
    if (p.kh != 3 || p.kw != 3 || p.sh * p.sw * p.dh * p.dw != 1 || p.c % 4 || p.ow < 2 ||
        !is_unbounded(s) || !takes_halves(g, &p) ||
        pte_mcu_planes_scratch(&p) > g->model->savings.most_scratch)
        return false;
    Filters f = planes_of(s);
    return shifts_right(s, &f);
}

void pack_mcu_planes(Graph *g, Step *s)
{
    pte_mcu_conv2d p = mcu_shape_of(s);
    Filters f = planes_of(s);
    g->model->wide = true;
    pack_filters(g, s, &f, pte_mcu_planes_scratch(&p), PTE_MCU_WIDE);
}

void pack_mcu_floats(Graph *g, Step *s)
{
    const Value *weight = s->in[CONV_WEIGHT], *bias = s->in[CONV_BIAS];
    pte_mcu_conv2d p = mcu_shape_of(s);
    bool planes = is_depthwise(s);
    int64_t taps = (int64_t)p.kh * p.kw, n = value_bound_bytes(weight) / (int64_t)sizeof(float);
    float *filters = with_taps_first(const_in_row_order(weight), sizeof *filters, planes ? 1 : p.oc,
                                     planes ? p.oc : p.c / p.groups, taps);
    float *to = NEW(float, 2 + p.oc + n);
    to[0] = s->has_clamp ? s->lo : -INFINITY;
    to[1] = s->has_clamp ? s->hi : INFINITY;
    for (int i = 0; bias && i < p.oc; i++)
        to[2 + i] = ((const float *)const_in_row_order(bias))[i];
    memcpy(to + 2 + p.oc, filters, (size_t)n * sizeof *to);
    zfree(filters);
    s->in[CONV_WEIGHT] = packed(g, value_root((Value *)weight), F32, 2 + p.oc + n, to);
    s->in[CONV_WEIGHT]->buffer->align = sizeof *to;
    s->in[CONV_BIAS] = NULL;
}

/* Packs what convolutions and products of 16-bit integers read. */
void pack_mcu_words(Graph *g, Step *s)
{
    enum { QUANT = 4 };
    const Value *weight = s->in[CONV_WEIGHT], *bias = s->in[CONV_BIAS];
    pte_mcu_conv2d p = mcu_shape_of(s);
    int64_t n = size_value(value_numel(weight)), taps = (int64_t)p.kh * p.kw;
    int64_t words = QUANT + 2 * (int64_t)p.oc;
    void *filters = s->kind == K_GEMM
                        ? with_columns_first(weight)
                        : with_taps_first(const_in_row_order(weight), 1, p.oc, p.c, taps);
    uint32_t *to = NEW(uint32_t, words + (n + 3) / 4);
    for (int i = 0; i < QUANT; i++)
        to[i] = word_of_target(g, ((const uint32_t *)const_data(s->in[CONV_QUANT]))[i]);
    for (int64_t i = 0; i < p.oc; i++) {
        to[QUANT + i] = word_of_target(g, word_of_channel(s->in[CONV_MULT], i));
        to[QUANT + p.oc + i] = word_of_target(g, word_of_channel(bias, i));
    }
    memcpy(to + words, filters, (size_t)n);
    zfree(filters);
    s->in[CONV_WEIGHT] = packed(g, value_root((Value *)weight), I8, 4 * words + n, to);
    s->in[CONV_WEIGHT]->buffer->align = sizeof *to;
    s->in[CONV_BIAS] = s->in[CONV_MULT] = s->in[CONV_QUANT] = NULL;
}

/* Kernels of bytes read each position's window where it lies, but for some that gather windows of
 * many positions first. */
Overlap mcu_overlap(const Step *s)
{
    if (s->kernel->pack == pack_mcu_floats)
        return OVERLAP_BY_ROWS;
    if (s->kind == K_POOL || s->kernel->pack == pack_mcu_words)
        return OVERLAP_NEVER;
    pte_mcu_conv2d p = mcu_shape_of(s);
    bool each = s->kernel->pack == pack_mcu_depthwise || s->kernel->pack == pack_mcu_bands ||
                s->kernel->pack == pack_mcu_squares;
    return each || pte_mcu_takes_pairs(&p) ? OVERLAP_BY_POSITIONS : OVERLAP_NEVER;
}
