/* SPDX-License-Identifier: 0BSD
 * Constants in the order in which Helium reads them: pte_mcu_lanes_conv2d_s8(),
 * pte_mcu_lanes_dwconv3x3_s8(). */
#include "backends/mcu/compiler/pack_lanes.h"
#include "backends/mcu/compiler/filters.h"
#include "backends/mcu/compiler/takes.h"
#include "graph/build.h"
#include "graph/constants.h"
#include "kernels/bytes.h"
#include "kernels/pack.h"
#include "model.h"

#include <string.h>

static bool wants_lanes(const Graph *g, const Step *s, int64_t scratch)
{
    const Options *o = g->model->options;
    return o->speed && o->lanes == LANES_HELIUM && is_unbounded(s) &&
           scratch <= g->model->savings.most_scratch;
}

/* Returns what the sum of a channel starts with. */
static uint32_t start_of(const Step *s, const Filters *f, int64_t channel)
{
    int64_t magnitude, sum = sum_of_filter(f, channel, &magnitude);
    return word_of_channel(s->in[CONV_BIAS], channel) +
           word_of_channel(s->in[CONV_QUANT], 0) * (uint32_t)sum;
}

static Filters filters_of_conv(const Step *s, const pte_mcu_conv2d *p)
{
    return (Filters){.data = with_taps_first(const_in_row_order(s->in[CONV_WEIGHT]), 1, p->oc, p->c,
                                             (int64_t)p->kh * p->kw),
                     .depth = (int64_t)p->c * p->kh * p->kw,
                     .groups = 1,
                     .each = p->oc};
}

/* May four positions and two channels be computed together? */
static bool fits_tiles(const Step *s, const pte_mcu_conv2d *p)
{
    enum {
        PLACES = UINT16_MAX / 3
    }; /* of channels, where those of four positions are told apart */
    if (p->oc % 2 || p->oc >= PLACES)
        return false;
    Filters f = filters_of_conv(s, p);
    bool fits = shifts_right(s, &f);
    zfree((void *)f.data);
    return fits;
}

bool mcu_takes_lanes(const Graph *g, const Step *s)
{
    if (!takes_byte_conv(s, RQ_Q31_DOUBLE) || s->groups != 1)
        return false;
    pte_mcu_conv2d p = mcu_shape_of(s);
    return wants_lanes(g, s, pte_mcu_lanes_scratch(&p)) && pte_mcu_takes_pairs(&p) &&
           fits_tiles(s, &p);
}

static bool has_squares(const pte_mcu_conv2d *p)
{
    return p->kh == 3 && p->kw == 3 && p->dh * p->dw == 1 && p->ph < p->kh && p->pw < p->kw &&
           p->sw <= 2;
}

bool mcu_takes_squares(const Graph *g, const Step *s)
{
    if (!takes_byte_conv(s, RQ_Q31_DOUBLE) || s->groups != 1)
        return false;
    pte_mcu_conv2d p = mcu_shape_of(s);
    return has_squares(&p) && (p.c == 3 || (p.c % 16 == 0 && p.c <= 16 * PTE_MCU_MOST_BLOCKS)) &&
           p.ow % 4 == 0 && wants_lanes(g, s, pte_mcu_bands_scratch(&p)) && fits_tiles(s, &p);
}

/* Puts weight k of each filter, in so many blocks of sixteen, to place(k). */
static void pack_tiles(Graph *g, Step *s, int64_t (*place)(const pte_mcu_conv2d *p, int64_t k),
                       int64_t blocks, int64_t scratch)
{
    enum { NUMBERS = 3 }; /* words of a channel */
    pte_mcu_conv2d p = mcu_shape_of(s);
    Filters f = filters_of_conv(s, &p);
    int64_t two = 8 * blocks + 2 * NUMBERS;
    int64_t words = PTE_MCU_QUANT + table_words(s) + f.each / 2 * two;
    uint32_t *to = NEW(uint32_t, words), *filters = pack_layer_start(g, s, 1, 0, to);
    for (int64_t i = 0; i < f.each; i++) {
        uint32_t *unit = filters + i / 2 * two, *number = unit + 8 * blocks + i % 2;
        int8_t *bytes = (int8_t *)unit + i % 2 * 16;
        for (int64_t k = 0; k < f.depth; k++) {
            int64_t at = place(&p, k);
            bytes[at / 16 * 32 + at % 16] = f.data[i * f.depth + k];
        }
        number[0] = word_of_target(g, start_of(s, &f, i));
        number[2] = word_of_target(g, word_of_channel(s->in[CONV_MULT], i));
        number[4] = word_of_target(g, word_of_channel(s->in[CONV_SHIFT], i));
    }
    zfree((void *)f.data);
    pack_layer_end(g, s, words, to, scratch);
}

static int64_t place_as_it_is(const pte_mcu_conv2d *p, int64_t k)
{
    (void)p;
    return k;
}

void pack_mcu_lanes(Graph *g, Step *s)
{
    pte_mcu_conv2d p = mcu_shape_of(s);
    int64_t depth = (int64_t)p.c * p.kh * p.kw;
    pack_tiles(g, s, place_as_it_is, round_up(depth, 16) / 16, pte_mcu_lanes_scratch(&p));
}

/* Blocks of a row of the window go by channels, then by taps; of 3 channels there is one. */
static int64_t place_in_rows(const pte_mcu_conv2d *p, int64_t k)
{
    int64_t row = (int64_t)p->kw * p->c, y = k / row, x = k % row / p->c, c = k % p->c;
    return p->c == 3 ? 16 * y + k % row : y * row + (c / 16 * p->kw + x) * 16 + c % 16;
}

void pack_mcu_squares(Graph *g, Step *s)
{
    pte_mcu_conv2d p = mcu_shape_of(s);
    int64_t blocks = p.c == 3 ? p.kh : (int64_t)p.c * p.kh * p.kw / 16;
    pack_tiles(g, s, place_in_rows, blocks, pte_mcu_bands_scratch(&p));
}

static Filters filters_of_depthwise(const Step *s)
{
    return (Filters){
        .data = const_in_row_order(s->in[CONV_WEIGHT]), .depth = 9, .groups = 1, .each = s->groups};
}

bool mcu_takes_bands(const Graph *g, const Step *s)
{
    if (!mcu_takes_depthwise(s, RQ_Q31_DOUBLE))
        return false;
    pte_mcu_conv2d p = mcu_shape_of(s);
    bool lanes = p.c % 16 == 0 ? p.sw <= 2 : p.c == 8 && p.sw == 1 && p.ow % 2 == 0;
    if (!lanes || !has_squares(&p) || !wants_lanes(g, s, pte_mcu_bands_scratch(&p)))
        return false;
    Filters f = filters_of_depthwise(s);
    return shifts_right(s, &f) && neighbours_fit(&f);
}

void pack_mcu_bands(Graph *g, Step *s)
{
    enum { STARTS = 9 * 16 / 4, MULTIPLIERS = STARTS + 16, SHIFTS = MULTIPLIERS + 16 };
    pte_mcu_conv2d p = mcu_shape_of(s);
    Filters f = filters_of_depthwise(s);
    int64_t blocks = round_up(p.c, 16) / 16;
    int64_t words = PTE_MCU_QUANT + table_words(s) + blocks * PTE_MCU_LANES_WEIGHTS / 4;
    uint32_t *to = NEW(uint32_t, words), *filters = pack_layer_start(g, s, 1, 0, to);
    for (int64_t lane = 0; lane < 16 * blocks; lane++) {
        uint32_t *block = filters + lane / 16 * (PTE_MCU_LANES_WEIGHTS / 4);
        int64_t i = lane % 16, place = i % 4 * 4 + i / 4, channel = lane % p.c;
        for (int64_t k = 0; k < f.depth; k++)
            ((int8_t *)block)[16 * k + i] = f.data[channel * f.depth + k];
        block[STARTS + place] = word_of_target(g, start_of(s, &f, channel));
        block[MULTIPLIERS + place] = word_of_target(g, word_of_channel(s->in[CONV_MULT], channel));
        ((int8_t *)(block + SHIFTS))[i] = (int8_t)word_of_channel(s->in[CONV_SHIFT], channel);
    }
    pack_layer_end(g, s, words, to, pte_mcu_bands_scratch(&p));
}
