/* SPDX-License-Identifier: 0BSD
 * Average pooling of quantised bytes, in the arithmetic of pte_average_s8.h: by lanes with
 * Helium, by a table where floats are slow. */
#include "pte_average_s8.h"
#include "pte_mcu.h"

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
                            const pte_f32 *q, const pte_pool2d *p)
{
    for (int32_t c = 0; c < p->c; c += 4) {
        const pte_s8 *row = in + t->in + c;
        float32x4_t sum = vdupq_n_f32(0);

        for (int32_t y = t->rows; y > 0; y--, row += p->dh * p->is.h)
            sum = pte_mcu_average_row(sum, row, t->cols, p->dw * p->is.w, q);
        for (int32_t i = 0; i < 4; i++)
            out[t->out + c + i] = pte_average_s8_result(sum[i], divisor, q);
    }
}

void pte_mcu_avg_pool2d_s8(pte_s8 *out, const pte_s8 *in, const pte_f32 *q, const pte_pool2d *p)
{
    for (int32_t i = 0; i < p->n * p->oh * p->ow; i++) {
        const int32_t x = i % p->ow, y = i / p->ow % p->oh, b = i / p->ow / p->oh;
        const int32_t top = y * p->sh - p->ph, left = x * p->sw - p->pw;
        const pte_span ky = pte_taps(top, p->kh, p->dh, p->h);
        const pte_span kx = pte_taps(left, p->kw, p->dw, p->w);
        const pte_tile t = {.in = b * p->is.n + (top + ky.first * p->dh) * p->is.h +
                                  (left + kx.first * p->dw) * p->is.w,
                            .out = b * p->os.n + y * p->os.h + x * p->os.w,
                            .rows = ky.count,
                            .cols = kx.count};

        pte_mcu_average(out, in, &t, pte_pool_divisor(p, y, x, ky.count * kx.count), q, p);
    }
}
#elif PTE_MCU_TERMS && defined(__arm__) && !defined(__ARM_FP)
/* What each byte adds, since a function computes every float: the arithmetic of a byte is done
 * once, and only the addition for each. */
typedef struct pte_mcu_terms {
    const pte_f32 *q;
    float of[256]; /* by the byte's bits */
} pte_mcu_terms;

static int8_t pte_mcu_avg_pool2d_s8_finish(float acc, int32_t n, const pte_pool2d *p,
                                           const pte_mcu_terms *terms)
{
    (void)p;
    return pte_average_s8_result(acc, n, terms->q);
}

#define T                   pte_s8
#define ACC                 float
#define FN(name)            pte_mcu_avg_pool2d_s8_##name
#define INIT                0.0f
#define STEP(acc, v, terms) ((acc) + (terms)->of[(uint8_t)(v)])
#define EPILOGUE            pte_mcu_terms
#include "pool2d.inc"

void pte_mcu_avg_pool2d_s8(pte_s8 *out, const pte_s8 *in, const pte_f32 *q, const pte_pool2d *p)
{
    pte_mcu_terms terms = {q, {0}};

    for (int32_t v = INT8_MIN; v <= INT8_MAX; v++)
        terms.of[(uint8_t)v] = pte_average_s8_add(0.0f, (int8_t)v, q);
    pte_mcu_avg_pool2d_s8_run(out, in, &terms, p);
}
#else
void pte_mcu_avg_pool2d_s8(pte_s8 *out, const pte_s8 *in, const pte_f32 *q, const pte_pool2d *p)
{
    pte_avg_pool2d_s8(out, in, q, p);
}
#endif
