/* SPDX-License-Identifier: 0BSD
 * Weights of 4 bits, two in a byte. */
#include "backends/portable/compiler/pairs.h"
#include "graph/build.h"
#include "kernels/conditions.h"
#include "kernels/pack.h"
#include "model.h"

/* Returns how many weights of a column share a scale. */
static int64_t block_of(const Step *s)
{
    const Value *scale = s->in[GEMM_MULT];
    int64_t k = size_value(s->in[GEMM_B]->type.dim[0]);
    return scale->type.rank < 2 ? k : k / size_value(scale->type.dim[1]);
}

bool portable_takes_s4_rows(const Graph *g, const Step *s)
{
    const Value *b = s->in[GEMM_B];
    return prefers_few_bits(g->model) && is_s8_rows(s) && value_is_known(b) && b->type.rank == 2 &&
           value_root((Value *)b)->uses <= 1 && block_of(s) % 2 == 0 && has_4_bits(b);
}

void pack_portable_s4_rows(Graph *g, Step *s)
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
