/* SPDX-License-Identifier: 0BSD
 * Kernels that pack nothing anew, beside the portable ones that read the same weights: every number
 * of columns and of products in a column up to two tiles. */
#ifndef BESIDE_H
#define BESIDE_H

#include "replay.h"

enum { COLUMNS = 9, MOST_WORDS = 512 };

static void draw_floats(float *to, int32_t n, float unit, uint32_t *seed)
{
    for (int32_t i = 0; i < n; i++)
        to[i] = (float)((int32_t)(random_bits(seed) & 0x1ff) - 200) * unit;
}

static void draw_bytes(void *to, int32_t n, uint32_t *seed)
{
    for (int32_t i = 0; i < n; i++)
        ((int8_t *)to)[i] = (int8_t)random_bits(seed);
}

/* A product, or windows of which some lie over the edges. */
static pte_mcu_conv2d shape_of_words(int32_t oc, int32_t c, int32_t windows)
{
    pte_mcu_conv2d p = {.n = 1, .h = 1, .w = 3, .groups = 1, .kh = 1, .kw = 1, .sh = 1, .sw = 1};

    p.c = (uint16_t)c;
    p.oc = (uint16_t)oc;
    p.dh = p.dw = 1;
    if (windows) {
        p.n = p.h = p.kh = p.sw = 2;
        p.kw = 3;
        p.ph = p.pw = 1;
    }
    p.oh = (uint16_t)(p.h + 2 * p.ph - p.kh + 1);
    p.ow = (uint16_t)((p.w + 2 * p.pw - p.kw) / p.sw + 1);
    return p;
}

/* The weights lie as pte_mcu_kernels.h has them: four integers, scales, biases, filters. */
static void plain_words(int16_t *out, const int16_t *in, const int32_t *weight,
                        const pte_mcu_conv2d *p)
{
    const float *const scale = (const float *)(const void *)(weight + 4), *bias = scale + p->oc;
    const int32_t row = p->kw * p->c;
    const pte_conv2d whole = {.n = p->n,
                              .c = p->c,
                              .h = p->h,
                              .w = p->w,
                              .oc = p->oc,
                              .oh = p->oh,
                              .ow = p->ow,
                              .kh = p->kh,
                              .kw = p->kw,
                              .sh = p->sh,
                              .sw = p->sw,
                              .ph = p->ph,
                              .pw = p->pw,
                              .dh = 1,
                              .dw = 1,
                              .groups = 1,
                              .is = {p->h * p->w * p->c, 1, p->w * p->c, p->c},
                              .ws = {p->kh * row, 1, row, p->c},
                              .os = {p->oh * p->ow * p->oc, 1, p->ow * p->oc, p->oc}};

    pte_conv2d_s16_fbias(out, in, (const int8_t *)(bias + p->oc), bias, scale, weight, &whole);
}

static int words_differ(const pte_mcu_conv2d *p, int at_end, uint32_t *seed)
{
    static int16_t in[MOST_WORDS], want[MOST_WORDS];
    static int32_t weight[MOST_WORDS];
    const int32_t filters = p->oc * p->kh * p->kw * p->c, bytes = 16 + 8 * p->oc + filters;
    const int32_t ins = 2 * p->n * p->h * p->w * p->c, outs = 2 * p->n * p->oh * p->ow * p->oc;
    float *const scale = (float *)(void *)(weight + 4);
    int16_t *const placed_in = (int16_t *)(void *)place(IN, ins, 2, at_end);
    int16_t *const out = (int16_t *)(void *)place(OUT, outs, 2, at_end);
    int8_t *const placed_weight = place(WEIGHT, bytes, 4, at_end);

    memcpy(weight, (const int32_t[]){0, -5, -30000, 32000}, 16);
    draw_floats(scale, p->oc, 0x1p-16f, seed);
    draw_floats(scale + p->oc, p->oc, 3.3f, seed);
    draw_bytes(scale + 2 * p->oc, filters, seed);
    draw_bytes(in, ins, seed);
    memcpy(placed_in, in, (size_t)ins);
    memcpy(placed_weight, weight, (size_t)bytes);
    memset(out, 0x55, (size_t)outs);
    plain_words(want, in, weight, p);
    pte_mcu_conv2d_s16_fbias(out, placed_in, placed_weight, p);
    return memcmp(out, want, (size_t)outs) != 0;
}

/* Each of the four that lie beside rows and columns is in a room in turn. */
static int rows_differ(int32_t n, int32_t k, int32_t block, int at_end, uint32_t *seed)
{
    enum { ROWS = 2 };
    static float c[COLUMNS], scale[2 * COLUMNS], row_scale[ROWS], want[ROWS * COLUMNS];
    static int32_t zero[ROWS] = {-128, 77};
    static void *const beside[] = {c, scale, row_scale, zero};
    static int8_t a[MOST_WORDS], b[MOST_WORDS];
    const pte_gemm p = {
        .m = ROWS, .n = n, .k = k, .as.r = k, .os.r = n, .lo = -400, .hi = 300, .block = block};
    const int32_t bytes[] = {4 * n, 4 * n * (block ? k / block : 1), 4 * ROWS, 4 * ROWS};
    int8_t *const placed_a = place(IN, ROWS * k, 1, at_end);
    int8_t *const placed_b = place(WEIGHT, n * k / 2, 1, at_end);
    float *const out = (float *)(void *)place(OUT, 4 * ROWS * n, 4, at_end);
    void *placed[] = {c, scale, row_scale, zero};
    const int32_t which = (n + k / 2) % 4;

    draw_floats(c, n, 1, seed);
    draw_floats(scale, 2 * n, 0x1p-8f, seed);
    draw_floats(row_scale, ROWS, 0x1p-6f, seed);
    draw_bytes(a, ROWS * k, seed);
    draw_bytes(b, n * k / 2, seed);
    memcpy(placed_a, a, (size_t)(ROWS * k));
    memcpy(placed_b, b, (size_t)(n * k / 2));
    placed[which] =
        memcpy(place(SCRATCH, bytes[which], 4, at_end), beside[which], (size_t)bytes[which]);
    memset(out, 0x55, (size_t)(4 * ROWS * n));
    pte_gemm_s4_rows(want, a, b, c, scale, row_scale, zero, &p);
    pte_mcu_gemm_s4_rows(out, placed_a, placed_b, placed[0], placed[1], placed[2], placed[3], &p);
    return memcmp(out, want, (size_t)(4 * ROWS * n)) != 0;
}

/* Is a result wrong? Who reads beyond an operand does not return. */
static int differs_from_portable(void)
{
    uint32_t seed = 3;
    int failed = 0;

    for (int32_t n = 1; n <= COLUMNS; n++)
        for (int32_t k = 1; k <= 9; k++)
            for (int i = 0; i < 4; i++) {
                const pte_mcu_conv2d p = shape_of_words(n, k, i / 2);

                failed |= words_differ(&p, i % 2, &seed);
                failed |= rows_differ(n, 4 * k, i / 2 ? 2 * k : 0, i % 2, &seed);
            }
    return failed;
}

#endif
