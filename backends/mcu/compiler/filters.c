/* SPDX-License-Identifier: 0BSD
 * What a layer's filters are, and what comes before them when they are packed. */
#include "backends/mcu/compiler/filters.h"
#include "graph/build.h"
#include "graph/constants.h"
#include "kernels/pack.h"
#include "model.h"
#include "pte_mcu_kernels.h"

#include <stdlib.h>
#include <string.h>

int64_t sum_of_filter(const Filters *f, int64_t channel, int64_t *magnitude)
{
    int64_t sum = 0;
    *magnitude = 0;
    for (int64_t k = 0; k < f->depth; k++) {
        sum += f->data[channel * f->depth + k];
        *magnitude += abs(f->data[channel * f->depth + k]);
    }
    return sum;
}

uint32_t word_of_channel(const Value *v, int64_t channel)
{
    int64_t i = v && value_numel(v) != size_const(1) ? channel : 0;
    return v ? ((const uint32_t *)const_data(v))[i] : 0;
}

bool sums_stay_below(const Step *s, const Filters *f, int64_t limit)
{
    int64_t zero = (int32_t)word_of_channel(s->in[CONV_QUANT], 0), magnitude;
    const Value *bias = s->requant == RQ_F32_BIAS ? NULL : s->in[CONV_BIAS];
    for (int64_t i = 0; i < f->groups * f->each; i++) {
        int64_t start = (int32_t)word_of_channel(bias, i) + zero * sum_of_filter(f, i, &magnitude);
        if (llabs(start) + 128 * magnitude >= limit)
            return false;
    }
    return true;
}

bool shifts_right(const Step *s, const Filters *f)
{
    for (int64_t i = 0; s->requant == RQ_Q31_DOUBLE && i < f->groups * f->each; i++) {
        int32_t shift = (int32_t)word_of_channel(s->in[CONV_SHIFT], i);
        if (shift > -1 || shift < -31)
            return false;
    }
    return s->requant == RQ_Q31_DOUBLE && sums_stay_below(s, f, INT64_C(1) << 30);
}

int64_t table_words(const Step *s)
{
    return s->in[CONV_TABLE] ? PTE_MCU_TABLE_BYTES / 4 : 0;
}

uint32_t word_of_target(const Graph *g, uint32_t word)
{
    if (g->model->options->big_endian)
        swap_elements(&word, sizeof word, U32);
    return word;
}

uint32_t *pack_layer_start(const Graph *g, const Step *s, int32_t quick, int32_t flags,
                           uint32_t *to)
{
    const Value *table = s->in[CONV_TABLE];
    const int32_t *q = const_data(s->in[CONV_QUANT]);
    const int32_t word[PTE_MCU_QUANT] = {-q[0], q[1],  q[2],
                                         q[3],  quick, flags | (table ? PTE_MCU_TABLE : 0)};
    for (int i = 0; i < PTE_MCU_QUANT; i++)
        *to++ = word_of_target(g, (uint32_t)word[i]);
    if (table)
        memcpy(to, const_data(table), PTE_MCU_TABLE_BYTES);
    g->model->looks_up |= table != NULL;
    return to + table_words(s);
}

bool is_unbounded(const Step *s)
{
    const int32_t *q = const_data(s->in[CONV_QUANT]);
    return q[2] == INT8_MIN && q[3] == INT8_MAX;
}

bool neighbours_fit(const Filters *f)
{
    for (int64_t i = 0; i < f->groups * f->each; i++)
        for (int64_t k = 1; k < f->depth; k += 2) {
            const int8_t *two = f->data + i * f->depth + k - 1;
            if (two[0] == INT8_MIN && two[1] == INT8_MIN)
                return false;
        }
    return true;
}

void pack_layer_end(Graph *g, Step *s, int64_t words, uint32_t *to, int64_t scratch)
{
    s->in[CONV_WEIGHT] = packed(g, value_root(s->in[CONV_WEIGHT]), I8, 4 * words, to);
    s->in[CONV_WEIGHT]->buffer->align = 4;
    for (int i = CONV_BIAS; i <= CONV_TABLE; i++)
        s->in[i] = NULL;
    give_scratch(g, s, scratch);
}
