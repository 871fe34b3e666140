/* SPDX-License-Identifier: 0BSD
 * Average pooling of quantised bytes, in the arithmetic of pte_average_s8.h: by lanes with
 * Helium, by a table where floats are slow. */
#include "pte_average_s8.h"
#include "pte_mcu.h"

/* What each byte adds. Where a function computes every float, the arithmetic of a byte is done
 * once, and only the addition for each. */
#if PTE_MCU_TERMS && defined(__arm__) && !defined(__ARM_FP)
#define PTE_MCU_BY_TABLE 1
#else
#define PTE_MCU_BY_TABLE 0
#endif
typedef struct pte_mcu_terms {
    const pte_f32 *q;
#if PTE_MCU_BY_TABLE
    float of[256]; /* by the byte's bits */
#endif
} pte_mcu_terms;

PTE_INLINE void pte_mcu_find_terms(pte_mcu_terms *terms, const pte_f32 *q)
{
    terms->q = q;
#if PTE_MCU_BY_TABLE
    for (int32_t v = INT8_MIN; v <= INT8_MAX; v++)
        terms->of[(uint8_t)v] = pte_average_s8_add(0.0f, (int8_t)v, q);
#endif
}

PTE_INLINE float pte_mcu_add_term(float sum, int8_t v, const pte_mcu_terms *terms)
{
#if PTE_MCU_BY_TABLE
    return sum + terms->of[(uint8_t)v];
#else
    return pte_average_s8_add(sum, v, terms->q);
#endif
}

#if PTE_MCU_MVE
/* The sums of four channels over so many taps, `dx` apart, added to those before. */
PTE_INLINE float32x4_t pte_mcu_average_row(float32x4_t sum, const pte_s8 *in, int32_t taps,
                                           int32_t dx, const pte_f32 *q)
{
    __asm__ volatile("wls lr, %[taps], 2f\n"
                     "1:\n\t"
                     "vldrb.s32 q0, [%[in]]\n\t"
                     "vcvt.f32.s32 q0, q0\n\t"
                     "vsub.f32 q0, q0, %[zero]\n\t"
                     "vmul.f32 q0, q0, %[scale]\n\t"
                     "vadd.f32 %q[sum], %q[sum], q0\n\t"
                     "add %[in], %[in], %[dx]\n\t"
                     "le lr, 1b\n"
                     "2:"
                     : [sum] "+w"(sum), [in] "+l"(in)
                     : [taps] "r"(taps), [dx] "r"(dx), [zero] "r"(q[0]), [scale] "r"(q[1])
                     : "q0", "lr", "memory");
    return sum;
}

/* Channels, a multiple of four, of the position whose taps inside of the picture are those of t. */
static void pte_mcu_average(pte_s8 *out, const pte_s8 *in, const pte_tile *t, int32_t divisor,
                            const pte_mcu_terms *terms, const pte_pool2d *p)
{
    for (int32_t c = 0; c < p->c; c += 4) {
        const pte_s8 *row = in + t->in + c;
        float32x4_t sum = vdupq_n_f32(0);

        for (int32_t y = t->rows; y > 0; y--, row += p->dh * p->is.h)
            sum = pte_mcu_average_row(sum, row, t->cols, p->dw * p->is.w, terms->q);
        for (int32_t i = 0; i < 4; i++)
            out[t->out + c + i] = pte_average_s8_result(sum[i], divisor, terms->q);
    }
}
#else
/* All channels of the position whose taps inside of the picture are those of t. */
static void pte_mcu_average(pte_s8 *out, const pte_s8 *in, const pte_tile *t, int32_t divisor,
                            const pte_mcu_terms *terms, const pte_pool2d *p)
{
    for (int32_t c = 0; c < p->c; c++) {
        const pte_s8 *row = in + t->in + c;
        float sum = 0.0f;

        for (int32_t y = t->rows; y > 0; y--, row += (ptrdiff_t)p->dh * p->is.h)
            for (int32_t x = 0; x < t->cols; x++)
                sum = pte_mcu_add_term(sum, row[(ptrdiff_t)x * p->dw * p->is.w], terms);
        out[t->out + c] = pte_average_s8_result(sum, divisor, terms->q);
    }
}
#endif

void pte_mcu_avg_pool2d_s8(pte_s8 *out, const pte_s8 *in, const pte_f32 *q, const pte_pool2d *p)
{
    pte_mcu_terms terms;

    pte_mcu_find_terms(&terms, q);
    for (int32_t i = 0; i < p->n * p->oh * p->ow; i++) {
        const int32_t x = i % p->ow, y = i / p->ow % p->oh, b = i / p->ow / p->oh;
        const int32_t top = y * p->sh - p->ph, left = x * p->sw - p->pw;
        const pte_span ky = pte_taps(top, p->kh, p->dh, p->h);
        const pte_span kx = pte_taps(left, p->kw, p->dw, p->w);
        const pte_tile t = {
            .in = (ptrdiff_t)b * p->is.n + (ptrdiff_t)(top + ky.first * p->dh) * p->is.h +
                  (ptrdiff_t)(left + kx.first * p->dw) * p->is.w,
            .out = (ptrdiff_t)b * p->os.n + (ptrdiff_t)y * p->os.h + (ptrdiff_t)x * p->os.w,
            .rows = ky.count,
            .cols = kx.count};

        pte_mcu_average(out, in, &t, pte_pool_divisor(p, y, x, ky.count * kx.count), &terms, p);
    }
}
