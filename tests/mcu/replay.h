/* SPDX-License-Identifier: 0BSD
 * A call of a kernel for microcontrollers and its result, made here and repeated elsewhere. */
#ifndef REPLAY_H
#define REPLAY_H

#include "pte_mcu_kernels.h"
#include "rooms.h"

#if __STDC_HOSTED__
#include <string.h>
#else /* templates/target/freestanding.c */
void *memcpy(void *restrict to, const void *restrict from, size_t n);
void *memset(void *to, int byte, size_t n);
int memcmp(const void *a, const void *b, size_t n);
#endif

/* In a file, its bytes follow: input, weights, results. */
typedef struct Call {
    int32_t form, arithmetic; /* of kernels[][] */
    int32_t in_bytes, weight_bytes, out_bytes, scratch_bytes;
    int32_t lead;   /* the input's start behind that of a result which lies over it */
    int32_t behind; /* the result's behind that of the input; -1: it may not lie over it */
    pte_mcu_conv2d p;
} Call;

typedef void mcu_kernel(pte_s8 *out, pte_s8 *scratch, const pte_s8 *in, const pte_s8 *weight,
                        const pte_mcu_conv2d *p);
enum { CONVOLUTION, DEPTHWISE, PLANES, LANES, SQUARES, BANDS, FORMS };
static mcu_kernel *const kernels[FORMS][3] = {
    {pte_mcu_conv2d_s8, pte_mcu_conv2d_s8_rne, pte_mcu_conv2d_s8_fbias},
    {pte_mcu_dwconv2d_s8, pte_mcu_dwconv2d_s8_rne, pte_mcu_dwconv2d_s8_fbias},
    {pte_mcu_dwconv3x3_s8},
    {pte_mcu_lanes_conv2d_s8},
    {pte_mcu_lanes_conv3x3_s8},
    {pte_mcu_lanes_dwconv3x3_s8},
};

/* The result at `out`, the input at `in`, the rest at the end of its room or at its beginning. What
 * lies between the scratch and the next multiple of 8 stays as it is. */
static int differs(const Call *c, const int8_t *from, const int8_t *weight, const int8_t *want,
                   int at_end, int8_t *in, int8_t *out)
{
    static const int8_t behind[8] = {0x77, 0x77, 0x77, 0x77, 0x77, 0x77, 0x77, 0x77};
    int8_t *const placed = place(WEIGHT, c->weight_bytes, 4, at_end);
    int8_t *const scratch = place(SCRATCH, c->scratch_bytes, 8, at_end);
    const size_t rest = (size_t)(-c->scratch_bytes & 7);

    memcpy(placed, weight, (size_t)c->weight_bytes);
    memset(scratch, 0x55, (size_t)c->scratch_bytes);
    memcpy(scratch + c->scratch_bytes, behind, rest);
    memset(out, 0x55, (size_t)c->out_bytes);
    memcpy(in, from, (size_t)c->in_bytes);
    kernels[c->form][c->arithmetic](out, scratch, in, placed, &c->p);
    return memcmp(out, want, (size_t)c->out_bytes) != 0 ||
           memcmp(scratch + c->scratch_bytes, behind, rest) != 0;
}

/* The input starts so many bytes behind the result, which lies over it, or the other way round;
 * both end where a room ends. */
static int differs_over(const Call *c, const int8_t *from, const int8_t *weight, const int8_t *want,
                        int32_t in_behind, int32_t out_behind)
{
    const int32_t ins = in_behind + c->in_bytes, outs = out_behind + c->out_bytes;
    int8_t *const both = place(IN, ins > outs ? ins : outs, 1, 1);

    return differs(c, from, weight, want, 1, both + in_behind, both + out_behind);
}

/* Apart from each other, at the ends of rooms and at their beginnings, and over each other. */
static int fails(const Call *c, const int8_t *from, const int8_t *weight, const int8_t *want)
{
    int failed = 0;

    for (int end = 0; end < 2; end++)
        failed |= (end + 1) * differs(c, from, weight, want, end, place(IN, c->in_bytes, 1, end),
                                      place(OUT, c->out_bytes, 1, end));
    if (c->lead >= 0)
        failed |= 4 * differs_over(c, from, weight, want, c->lead, 0);
    if (c->behind >= 0)
        failed |= 8 * differs_over(c, from, weight, want, 0, c->behind);
    return failed;
}

static uint32_t random_bits(uint32_t *seed)
{
    *seed = *seed * 1664525u + 1013904223u;
    return *seed >> 16;
}

static int8_t plain_sum(const pte_mcu_add *p, int8_t x, int8_t y)
{
    const int64_t sum = ((int64_t)x * p->a + (int64_t)y * p->b + p->start) >> p->shift;

    return (int8_t)(sum < p->lo ? p->lo : sum > p->hi ? p->hi : sum);
}

/* Sums of few and of more bytes, apart from the bytes and over either of them, at the beginnings of
 * rooms and at their ends. */
static int adds_wrongly(pte_mcu_add p)
{
    enum { MOST = 21 };
    int8_t want[MOST];
    uint32_t seed = (uint32_t)p.a;
    int failed = 0;

    for (p.n = 0; p.n <= MOST; p.n++)
        for (int i = 0; i < 6; i++) {
            int8_t *const x = place(IN, p.n, 1, i % 2), *const y = place(WEIGHT, p.n, 1, i % 2);
            int8_t *const out[3] = {place(OUT, p.n, 1, i % 2), x, y};

            for (int32_t k = 0; k < p.n; k++) {
                x[k] = (int8_t)random_bits(&seed);
                y[k] = (int8_t)random_bits(&seed);
                want[k] = plain_sum(&p, x[k], y[k]);
            }
            pte_mcu_add_s8(out[i / 2], x, y, &p);
            failed |= memcmp(out[i / 2], want, (size_t)p.n) != 0;
        }
    return failed;
}

/* The byte of a product: rounded to the nearest integer, halves to even. */
static int8_t plain_byte(float product, int32_t zero)
{
    const float near = product > 3e6f ? 3e6f : product > -3e6f ? product : -3e6f;
    const int32_t whole = (int32_t)near, sign = near < 0 ? -1 : 1;
    const float rest = (near - (float)whole) * (float)sign;
    const int32_t sum = whole + (rest > 0.5f || (rest == 0.5f && whole % 2) ? sign : 0) + zero;

    return (int8_t)(sum < -128 ? -128 : sum > 127 ? 127 : sum);
}

/* NaN of both signs, quiet and signalling, infinities, the largest numbers, those where floats have
 * a last place of a half, of one, of two, around those that integers end at, and the smallest. */
static const uint32_t rare_floats[] = {
    0x7FC00000, 0xFFC00000, 0x7F800001, 0xFF800001, 0x7FFFFFFF, 0xFFFFFFFF, 0x7F800000, 0xFF800000,
    0x7F7FFFFF, 0xFF7FFFFF, 0x4A800001, 0xCA800001, 0x4B000001, 0xCB000001, 0x4B3FFFFF, 0xCB3FFFFF,
    0x4B400000, 0xCB400000, 0x4B400001, 0xCB400001, 0x4B800001, 0xCB800001, 0x4EFFFFFF, 0xCEFFFFFF,
    0x4F000000, 0xCF000000, 0x4F000001, 0xCF000001, 0x4F800000, 0xCF800000, 0x5F000000, 0xDF000000,
    0x00000000, 0x80000000, 0x00000001, 0x80000001, 0x007FFFFF, 0x807FFFFF, 0x3EFFFFFF, 0x3F000001};

/* The i-th number: a rare one, or a half around `centre`, the number before it or that behind it.
 */
static float number_to_quantise(int32_t i, int32_t centre)
{
    enum { RARE = sizeof rare_floats / sizeof *rare_floats, LOWEST = -300 };
    float x = (float)((i - RARE) / 3 + 2 * (LOWEST + centre)) / 2;
    uint32_t bits;

    memcpy(&bits, &x, sizeof bits);
    bits = i < RARE ? rare_floats[i] : bits + (uint32_t)(i % 3) - 1;
    memcpy(&x, &bits, sizeof x);
    return x;
}

/* Numbers in runs of every length, apart from the bytes and under them: what lies behind these
 * stays. */
static int quantises_wrongly(float inverse, int32_t zero, int at_end)
{
    enum { NUMBERS = 3700, MOST = 23 };
    const float offset = (float)zero;
    int failed = 0;

    for (int32_t first = 0, n = 0; first < NUMBERS; first += n, n = (n + 1) % MOST)
        for (int i = 0; i < 2; i++) {
            float *const x = (float *)(void *)place(IN, 4 * n, 4, at_end);
            int8_t *const out = i ? (int8_t *)x : place(OUT, n, 1, at_end);
            const int32_t bytes = i ? 4 * n : n;
            int8_t want[4 * MOST];
            const pte_mcu_elements p = {n};

            for (int32_t k = 0; k < n; k++)
                x[k] = number_to_quantise(first + k, -zero);
            memcpy(want, out, (size_t)bytes);
            for (int32_t k = 0; k < n; k++)
                want[k] = plain_byte(x[k] * inverse, zero);
            pte_mcu_quantize_s8(out, x, &inverse, &offset, &p);
            failed |= memcmp(out, want, (size_t)bytes) != 0;
        }
    return failed;
}

/* All bytes, from every start to the last one, apart from the floats and under them, at their end.
 */
static int dequantises_wrongly(int32_t zero, float scale, int at_end)
{
    enum { BYTES = 256 };
    int failed = 0;

    for (int32_t n = 0; n <= BYTES; n++)
        for (int i = 0; i < 2; i++) {
            float *const out = (float *)(void *)place(OUT, 4 * n, 4, at_end);
            int8_t *const from = i ? (int8_t *)(out + n) - n : place(IN, n, 1, at_end);
            const pte_mcu_elements p = {n};

            for (int32_t k = 0; k < n; k++)
                from[k] = (int8_t)(127 - k);
            pte_mcu_dequantize_s8(out, from, &zero, &scale, &p);
            for (int32_t k = 0; k < n; k++)
                failed |= out[k] != (float)(127 - k - zero) * scale;
        }
    return failed;
}

/* With zero points inside and outside of bytes. */
static int converts_wrongly(void)
{
    static const int32_t zeros[] = {0, 1, -128, 127, 2097151, -2097151};
    static const float scales[] = {1, -0.5f, 3.1371f, 1e-12f, 1e12f};
    int failed = 0;

    for (int i = 0; i < 6; i++)
        for (int k = 0; k < 5; k++)
            failed |= quantises_wrongly(scales[k], zeros[i], (i + k) % 2) |
                      dequantises_wrongly(zeros[i], scales[k], (i + k) % 2);
    return failed;
}

#endif
