/* SPDX-License-Identifier: 0BSD
 * Matrix product of bytes that were quantised row by row, with floats as the result. */
#include "pte_kernels.h"
#include "pte_window.h"

#define T        pte_s8
#define ACC      uint32_t
#define FN(name) pte_gemm_s8_rows_##name
#define X(v)     ((uint32_t)(v) + zero[0])
#define W(v)     ((uint32_t)(v))
#include "mac.inc"

/* Sums of up to PTE_DOTS columns from `j` on: integers within a block, floats across them. */
static void pte_gemm_s8_rows_sums(float *sum, int32_t n, int32_t j, const pte_s8 *a,
                                  const pte_s8 *b, const pte_f32 *scale, uint32_t zero,
                                  const pte_gemm *p)
{
    const int32_t k = p->block ? p->block : p->k, blocks = p->block ? p->k / p->block : 1;

    for (int32_t t = 0; t < n; t++)
        sum[t] = 0;
    for (int32_t i = 0; i < blocks; i++, a += k, b += k) {
        uint32_t acc[PTE_DOTS] = {0};

        pte_gemm_s8_rows_mac_dots(acc, n, k, a, b + (ptrdiff_t)j * p->bs.c, p->bs.c, &zero);
        for (int32_t t = 0; t < n; t++)
            sum[t] += (float)(int32_t)acc[t] * scale[(ptrdiff_t)(j + t) * blocks + i];
    }
}

void pte_gemm_s8_rows(pte_f32 *out, const pte_s8 *a, const pte_s8 *b, const pte_f32 *c,
                      const pte_f32 *scale, const pte_f32 *row_scale, const pte_s32 *row_zero,
                      const pte_gemm *p)
{
    for (ptrdiff_t i = 0; i < p->m; i++) {
        for (int32_t j = 0; j < p->n; j += PTE_DOTS) {
            const int32_t n = pte_least(p->n - j, PTE_DOTS);
            float sum[PTE_DOTS];

            pte_gemm_s8_rows_sums(sum, n, j, a + i * p->as.r, b, scale, 0 - (uint32_t)row_zero[i],
                                  p);
            for (int32_t t = 0; t < n; t++) {
                const float v = sum[t] * row_scale[i] + (c ? c[j + t] : 0.0f);

                out[i * p->os.r + j + t] = v < p->lo ? p->lo : v > p->hi ? p->hi : v;
            }
        }
    }
}

#undef T
#undef ACC
#undef FN
#undef X
#undef W
