/* SPDX-License-Identifier: 0BSD
 * Weights of 4 bits, two in a byte. */
#include "kernels/four_bits.h"
#include "graph/build.h"
#include "graph/constants.h"
#include "kernels/pack.h"
#include "model.h"

bool fit_4_bits(const int8_t *weight, int64_t n)
{
    for (int64_t i = 0; i < n; i++)
        if (weight[i] < -8 || weight[i] > 7)
            return false;
    return true;
}

bool has_4_bits(const Value *b)
{
    int8_t *weight = with_columns_first(b);
    bool fit =
        size_value(b->type.dim[0]) % 2 == 0 && fit_4_bits(weight, size_value(value_numel(b)));
    zfree(weight);
    return fit;
}

/* Returns how many weights of a column share a scale. */
static int64_t block_of(const Step *s)
{
    const Value *scale = s->in[GEMM_MULT];
    int64_t k = size_value(s->in[GEMM_B]->type.dim[0]);
    bool blocks = s->requant == RQ_ROWS && scale->type.rank == 2;
    return blocks ? k / size_value(scale->type.dim[1]) : k;
}

/* Is the weights' zero point 0? */
static bool has_no_zero(const Step *s)
{
    const Value *q = s->in[GEMM_QUANT];
    return s->requant == RQ_ROWS ||
           (value_is_known(q) &&
            (value_numel(q) == size_const(4) || ((const int32_t *)const_data(q))[4] == 0));
}

bool takes_four_bits(const Graph *g, const Step *s)
{
    const Value *a = s->in[GEMM_A], *b = s->in[GEMM_B];
    return prefers_few_bits(g->model) && value_is_known(b) && b->type.rank == 2 &&
           value_root((Value *)b)->uses <= 1 &&
           a->layout.stride[a->type.rank - 1] == size_const(1) && !s->in[GEMM_TABLE] &&
           has_no_zero(s) && block_of(s) % 2 == 0 && has_4_bits(b);
}

void pack_four_bits(Graph *g, Step *s)
{
    const Value *b = s->in[GEMM_B];
    int64_t n = size_value(value_numel(b)) / 2, half = block_of(s) / 2;
    int8_t *from = with_columns_first(b), *to = NEW(int8_t, n);
    for (int64_t i = 0; i < n; i++) {
        const int8_t *first = from + i / half * 2 * half + i % half;
        to[i] = (int8_t)((first[0] & 15) | first[half] * 16);
    }
    zfree(from);
    s->in[GEMM_B] = packed(g, value_root((Value *)b), I8, n, to);
}
