/* SPDX-License-Identifier: 0BSD
 * Convolution of 16-bit integers by bytes. With the DSP extension, four products of four channels
 * at a time: bytes 0 and 2 of the weights meet elements 0 and 2, bytes 1 and 3 the others. */
#include "pte_math.h"
#include "pte_mcu.h"
#include "pte_mcu_floats.h"
#include "pte_window.h"

typedef struct pte_mcu_words_epilogue {
    const uint32_t *zero; /* unused */
    const pte_s32 *q;
    const pte_f32 *scale, *bias;
} pte_mcu_words_epilogue;

static int16_t pte_mcu_words_finish(uint32_t acc, int32_t oc, const pte_mcu_words_epilogue *epi)
{
    const pte_s32 *const q = epi->q;
    const float v = pte_mul_f32((float)(int32_t)acc, epi->scale[oc]) + epi->bias[oc];

    return (int16_t)(pte_mcu_rint_within(v, q[2] - q[1], q[3] - q[1]) + q[1]);
}

#if PTE_MCU_DSP
/* sum + the products of four elements, 0 and 2 in `even`, 1 and 3 in `odd`, by four bytes */
PTE_INLINE uint32_t pte_mcu_four_products(uint32_t sum, uint32_t even, uint32_t odd,
                                          const pte_s8 *bytes)
{
    const uint32_t four = pte_mcu_load4(bytes);
    uint32_t pair;

    __asm__("sxtb16 %0, %1" : "=r"(pair) : "r"(four));
    __asm__("smlad %0, %1, %2, %0" : "+r"(sum) : "r"(even), "r"(pair));
    __asm__("sxtb16 %0, %1, ror #8" : "=r"(pair) : "r"(four));
    __asm__("smlad %0, %1, %2, %0" : "+r"(sum) : "r"(odd), "r"(pair));
    return sum;
}

PTE_INLINE void pte_mcu_words_four(uint32_t *acc, int32_t k, const pte_s16 *x, const pte_s8 *w,
                                   ptrdiff_t ws)
{
    const pte_s8 *w1 = w + ws, *w2 = w1 + ws, *w3 = w2 + ws;
    uint32_t a = acc[0], b = acc[1], c = acc[2], d = acc[3];

    for (; k >= 4; k -= 4, x += 4, w += 4, w1 += 4, w2 += 4, w3 += 4) {
        const pte_mcu_word *const word = (const pte_mcu_word *)(const void *)x;
        const uint32_t first = word[0].v, second = word[1].v;
        uint32_t even, odd;

        __asm__("pkhbt %0, %1, %2, lsl #16" : "=r"(even) : "r"(first), "r"(second));
        __asm__("pkhtb %0, %1, %2, asr #16" : "=r"(odd) : "r"(second), "r"(first));
        a = pte_mcu_four_products(a, even, odd, w);
        b = pte_mcu_four_products(b, even, odd, w1);
        c = pte_mcu_four_products(c, even, odd, w2);
        d = pte_mcu_four_products(d, even, odd, w3);
    }
    for (; k > 0; k--, x++) {
        a += (uint32_t)(*x * *w++);
        b += (uint32_t)(*x * *w1++);
        c += (uint32_t)(*x * *w2++);
        d += (uint32_t)(*x * *w3++);
    }
    acc[0] = a;
    acc[1] = b;
    acc[2] = c;
    acc[3] = d;
}

static void pte_mcu_words_mac_dots(uint32_t *acc, int32_t n, int32_t k, const pte_s16 *x,
                                   const pte_s8 *w, ptrdiff_t ws, const uint32_t *zero)
{
    (void)zero;
    if (n == PTE_DOTS) {
        pte_mcu_words_four(acc, k, x, w, ws);
        return;
    }
    for (int32_t j = 0; j < n; j++, w += ws)
        for (int32_t i = 0; i < k; i++)
            acc[j] += (uint32_t)(x[i] * w[i]);
}
#define OWN_DOTS
#endif

#define T         pte_s16
#define WEIGHT    pte_s8
#define OUT       pte_s16
#define ACC       uint32_t
#define FN(name)  pte_mcu_words_##name
#define X(v)      ((ACC)(v))
#define W(v)      ((ACC)(v))
#define EPILOGUE  pte_mcu_words_epilogue
#define ANY_ORDER 1
#include "conv2d.inc"
#undef OWN_DOTS

void pte_mcu_conv2d_s16_fbias(pte_s16 *out, const pte_s16 *in, const pte_s8 *weight,
                              const pte_mcu_conv2d *p)
{
    const pte_s32 *const q = (const pte_s32 *)(const void *)weight;
    const pte_f32 *const scale = (const pte_f32 *)(const void *)(q + 4);
    const pte_mcu_words_epilogue epi = {NULL, q, scale, scale + p->oc};
    pte_conv2d whole;

    pte_mcu_expand(&whole, p, (const pte_f32[]){0, 0});
    pte_mcu_words_run(out, in, (const pte_s8 *)(const void *)(scale + 2 * p->oc), &epi, &whole);
}
