/* SPDX-License-Identifier: 0BSD
 * A call of a kernel for microcontrollers and its result, made here and repeated elsewhere. */
#ifndef REPLAY_H
#define REPLAY_H

#include "pte_mcu_kernels.h"

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
enum { CONVOLUTION, DEPTHWISE, PLANES, LANES, BANDS, FORMS };
static mcu_kernel *const kernels[FORMS][3] = {
    {pte_mcu_conv2d_s8, pte_mcu_conv2d_s8_rne, pte_mcu_conv2d_s8_fbias},
    {pte_mcu_dwconv2d_s8, pte_mcu_dwconv2d_s8_rne, pte_mcu_dwconv2d_s8_fbias},
    {pte_mcu_dwconv3x3_s8},
    {pte_mcu_lanes_conv2d_s8},
    {pte_mcu_lanes_dwconv3x3_s8},
};

/* The result at `out`, the input at `in`. */
static int differs(const Call *c, const int8_t *from, const int8_t *weight, const int8_t *want,
                   int8_t *scratch, int8_t *in, int8_t *out)
{
    memset(scratch, 0x55, (size_t)c->scratch_bytes);
    memset(out, 0x55, (size_t)c->out_bytes);
    memcpy(in, from, (size_t)c->in_bytes);
    kernels[c->form][c->arithmetic](out, scratch, in, weight, &c->p);
    return memcmp(out, want, (size_t)c->out_bytes) != 0;
}

/* `both` has room for the result and the input behind it, or over it. */
static int fails(const Call *c, const int8_t *from, const int8_t *weight, const int8_t *want,
                 int8_t *scratch, int8_t *both)
{
    int failed = differs(c, from, weight, want, scratch, both + c->out_bytes, both);
    failed |= 2 * differs(c, from, weight, want, scratch, both, both + c->in_bytes);
    if (c->lead >= 0)
        failed |= 4 * differs(c, from, weight, want, scratch, both + c->lead, both);
    if (c->behind >= 0)
        failed |= 8 * differs(c, from, weight, want, scratch, both, both + c->behind);
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

/* Sums of few and of more bytes, apart from the bytes and over either of them. */
static int adds_wrongly(pte_mcu_add p)
{
    enum { MOST = 21 };
    int8_t x[MOST], y[MOST], room[MOST], want[MOST];
    int8_t *const out[3] = {room, x, y};
    uint32_t seed = (uint32_t)p.a;
    int failed = 0;

    for (p.n = 0; p.n <= MOST; p.n++)
        for (int i = 0; i < 3; i++) {
            for (int32_t k = 0; k < MOST; k++) {
                x[k] = (int8_t)random_bits(&seed);
                y[k] = (int8_t)random_bits(&seed);
                if (k >= p.n)
                    out[i][k] = 0x55;
                want[k] = k < p.n ? plain_sum(&p, x[k], y[k]) : 0x55;
            }
            pte_mcu_add_s8(out[i], x, y, &p);
            failed |= memcmp(out[i], want, MOST) != 0;
        }
    return failed;
}

#endif
