/* SPDX-License-Identifier: 0BSD
 * Layer normalisation of floats. */
#include "pte_dispatch.h"
#include "pte_math.h"
#include "pte_row.h"
#include "pte_vec_kernels.h"

PTE_ROW_REDUCE(norm_sum, add, 0, 0, v)
PTE_ROW_REDUCE(norm_squares, add, 0, mean, (v - middle) * (v - middle))

static void norm_row(pte_f32 *out, const pte_f32 *in, const pte_f32 *weight, const pte_f32 *bias,
                     float mean, float rstd, int32_t n)
{
    const pte_wide middle = PTE_WIDE(splat)(mean), factor = PTE_WIDE(splat)(rstd);

    for (int32_t i = 0; i < n; i += PTE_LANES_F32) {
        pte_wide v = (pte_row_load(in + i, n - i, 0) - middle) * factor;

        if (weight)
            v = v * pte_row_load(weight + i, n - i, 0);
        if (bias)
            v = v + pte_row_load(bias + i, n - i, 0);
        pte_row_store(out + i, n - i, v);
    }
}

void pte_vec_layer_norm_f32(pte_f32 *out, pte_f32 *mean, pte_f32 *rstd, const pte_f32 *in,
                            const pte_f32 *weight, const pte_f32 *bias, const pte_layer_norm *p)
{
    PTE_CALL_WIDEST(pte_vec_layer_norm_f32, (out, mean, rstd, in, weight, bias, p));
    for (int32_t o = 0; o < p->outer; o++, in += p->n, out += p->n) {
        const float m = norm_sum(in, p->n, 0) / (float)p->n;
        const float r = 1 / pte_sqrt_f32(norm_squares(in, p->n, m) / (float)p->n + p->eps);

        norm_row(out, in, weight, bias, m, r, p->n);
        if (mean)
            mean[o] = m;
        if (rstd)
            rstd[o] = r;
    }
}
