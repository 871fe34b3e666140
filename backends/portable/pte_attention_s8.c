/* SPDX-License-Identifier: 0BSD
 * Attention of bytes that were quantised token by token, with floats as the result. */
#include "pte_kernels.h"
#include "pte_math.h"
#include "pte_window.h"

#define FN(name) pte_attention_s8_##name
#define OPERANDS FN(operands)

typedef struct OPERANDS {
    const pte_s8 *q, *k, *v;
    const pte_s8 *q_zero, *k_zero, *v_zero;
    const pte_f32 *q_scale, *k_scale, *v_scale;
} OPERANDS;

static void FN(scores)(float *score, int32_t n, const OPERANDS *o, ptrdiff_t q, ptrdiff_t k,
                       const pte_attention *p)
{
    const ptrdiff_t query = q / p->depth;

    for (int32_t t = 0; t < n; t++, k += p->ks.h) {
        const ptrdiff_t key = k / p->depth;
        const int32_t q_zero = o->q_zero[query], k_zero = o->k_zero[key];
        uint32_t sum = 0;

        for (int32_t i = 0; i < p->depth; i++)
            sum += (uint32_t)((o->q[q + i] - q_zero) * (o->k[k + i] - k_zero));
        score[t] = (float)(int32_t)sum * o->q_scale[query] * o->k_scale[key];
    }
}

static void FN(add)(pte_f32 *restrict out, float weight, const OPERANDS *o, ptrdiff_t v,
                    const pte_attention *p)
{
    const ptrdiff_t token = v / p->depth;
    const int32_t zero = o->v_zero[token];
    const float scaled = weight * o->v_scale[token];

    for (int32_t i = 0; i < p->depth; i++)
        out[i] += scaled * (float)(o->v[v + i] - zero);
}

#include "attention.inc"

pte_status pte_attention_s8(pte_f32 *out, const pte_s8 *q, const pte_s8 *k, const pte_s8 *v,
                            const pte_f32 *mask, const pte_s64 *start, const pte_s8 *q_zero,
                            const pte_f32 *q_scale, const pte_s8 *k_zero, const pte_f32 *k_scale,
                            const pte_s8 *v_zero, const pte_f32 *v_scale, const pte_attention *p)
{
    const OPERANDS o = {q, k, v, q_zero, k_zero, v_zero, q_scale, k_scale, v_scale};

    return FN(run)(out, &o, mask, start, p);
}

#undef FN
#undef OPERANDS
