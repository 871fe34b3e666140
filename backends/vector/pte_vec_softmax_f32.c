/* SPDX-License-Identifier: 0BSD
 * Softmax and its logarithm over rows of floats. */
#include "pte_dispatch.h"
#include "pte_math_lanes.h"
#include "pte_row.h"
#include "pte_vec_kernels.h"

PTE_ROW_REDUCE(softmax_max, max, PTE_NEG_INF, PTE_NEG_INF, v) /* of numbers: a NaN is none */

enum { SOFTMAX_BLOCK = 32 }; /* of a length that gcc -O2 turns into vectors */

/* On its own, since clang would unroll it inside of other loops, and find no vectors then. */
PTE_USES_LANES PTE_NOINLINE static void softmax_exp_block(float *v, float max)
{
    for (int j = 0; j < SOFTMAX_BLOCK; j++)
        v[j] = pte_exp_lane(v[j] - max);
}

/* Sum of exp(in - max), of which each goes to `out`; NULL: nowhere. */
static float softmax_exp(pte_f32 *out, const pte_f32 *in, int32_t n, float max)
{
    float v[SOFTMAX_BLOCK], part[PTE_LANES_F32], total = 0;
    pte_wide sum = PTE_WIDE(splat)(0);

    for (int32_t i = 0; i < n; i += SOFTMAX_BLOCK) {
        for (int32_t j = 0; j < SOFTMAX_BLOCK; j += PTE_LANES_F32)
            PTE_WIDE(store)(v + j, pte_row_load(in + i + j, n - i - j, PTE_NEG_INF));
        softmax_exp_block(v, max);
        for (int32_t j = 0; j < SOFTMAX_BLOCK; j += PTE_LANES_F32) {
            const pte_wide e = PTE_WIDE(load)(v + j);

            sum = PTE_WIDE(add)(sum, e);
            if (out)
                pte_row_store(out + i + j, n - i - j, e);
        }
    }
    PTE_WIDE(store)(part, sum);
    for (int j = 0; j < PTE_LANES_F32; j++)
        total += part[j];
    return total;
}

static void softmax_row(pte_f32 *out, const pte_f32 *in, int32_t n)
{
    const pte_wide sum = PTE_WIDE(splat)(softmax_exp(out, in, n, softmax_max(in, n, 0)));

    for (int32_t i = 0; i < n; i += PTE_LANES_F32)
        pte_row_store(out + i, n - i, pte_row_load(out + i, n - i, 0) / sum);
}

static void log_softmax_row(pte_f32 *out, const pte_f32 *in, int32_t n)
{
    const float max = softmax_max(in, n, 0), log = pte_log_f32(softmax_exp(NULL, in, n, max));
    const pte_wide top = PTE_WIDE(splat)(max), rest = PTE_WIDE(splat)(log);

    for (int32_t i = 0; i < n; i += PTE_LANES_F32)
        pte_row_store(out + i, n - i, (pte_row_load(in + i, n - i, 0) - top) - rest);
}

void pte_vec_softmax_f32(pte_f32 *out, const pte_f32 *in, const pte_softmax *p)
{
    PTE_CALL_WIDEST(pte_vec_softmax_f32, (out, in, p));
    for (int32_t o = 0; o < p->outer; o++, in += p->n, out += p->n)
        if (p->log)
            log_softmax_row(out, in, p->n);
        else
            softmax_row(out, in, p->n);
}
