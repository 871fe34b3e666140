/* SPDX-License-Identifier: 0BSD
 * Convolution of bytes by windows of 3 x 3 in one group, four positions of a row and two channels
 * at a time. Three rows of the input lie in the scratch as pte_mcu_bands.h has them, where the
 * factors of positions that are neighbours lie side by side: none are collected. */
#include "pte_mcu_bands.h"
#include "pte_mcu_lanes.h"

enum { PTE_MCU_FOUR = 4, PTE_MCU_MOST_RUNS = 3 * PTE_MCU_MOST_BLOCKS };

/* Four positions of a row and all channels of their results. A run is a row of the window in
 * sixteen channels, or in 3: where the taps of the first position lie. The assembler code reads the
 * members by their places. */
typedef struct pte_mcu_tile3 {
    const pte_s8 *const *run, *const *end;
    const pte_s8 *weight;
    pte_s8 *out,
        *last; /* the first channel, and what is behind the last one, of the first result */
    int32_t zero;
#if PTE_MCU_MVE
    uint16x8_t places; /* of two channels of the results, from `out` on */
#endif
} pte_mcu_tile3;

#if PTE_MCU_MVE
#include "pte_mcu_tile16.h"
_Static_assert(offsetof(pte_mcu_tile3, places) == 24, "where the assembler code reads it");
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wunused-parameter"

/* Sixteen products of each, of factors at `own` and, of its neighbours, so far behind `x`. */
#define PTE_MCU_BLOCK16_AT(x, far, farther, farthest, own)                                         \
    PTE_MCU_TWO_WEIGHTS                                                                            \
    PTE_MCU_LOAD_POSITION("[" x ", #" far "]", "r4", "r6")                                         \
    PTE_MCU_LOAD_POSITION("[" x ", #" farther "]", "r8", "r10")                                    \
    PTE_MCU_LOAD_POSITION("[" x ", #" farthest "]", "r12", "lr")                                   \
    PTE_MCU_LOAD_POSITION(own, "r0", "r2")

/* The factors of the first tap stay in q4 to q7; r5: the second tap, r3: the runs behind the first,
 * r11: their end. On the stack are the end of results, the zero point and the second run. */
/* clang-format off */
#define PTE_MCU_SUM_TILE3(FORM, far, farther, farthest)                                           \
    "push {r4-r11, lr}\n\t"                                                                       \
    "vpush {d8-d15}\n\t"                                                                          \
    "vldrw.32 q3, [r0, #24]\n\t"                                                                  \
    "ldrd r3, r11, [r0]\n\t"                                                                      \
    "ldrd r7, r9, [r0, #8]\n\t"                                                                   \
    "ldrd r1, r2, [r0, #16]\n\t"                                                                  \
    "ldr r5, [r3], #4\n\t"                                                                        \
    "push {r1-r4}\n\t"                                                                            \
    "vldrb.8 q5, [r5, #" far "]\n\t"                                                              \
    "vldrb.8 q6, [r5, #" farther "]\n\t"                                                          \
    "vldrb.8 q7, [r5, #" farthest "]\n\t"                                                         \
    "vldrb.8 q4, [r5], #16\n"                                                                     \
    "0:\n\t"                                                                                      \
    PTE_MCU_FIRST_BLOCK16                                                                         \
    "mov r1, r5\n\t"                                                                              \
    "ldr r3, [sp, #8]\n\t"                                                                        \
    "b 2f\n"                                                                                      \
    "1:\n\t"                                                                                      \
    "ldr r1, [r3], #4\n\t"                                                                        \
    PTE_MCU_BLOCK16_AT("r1", far, farther, farthest, "[r1], #16")                                 \
    "2:\n\t"                                                                                      \
    PTE_MCU_BLOCK16_AT("r1", far, farther, farthest, "[r1], #16")                                 \
    PTE_MCU_BLOCK16_AT("r1", far, farther, farthest, "[r1], #16")                                 \
    "cmp r3, r11\n\t"                                                                             \
    "bne 1b\n\t"                                                                                  \
    PTE_MCU_RESULTS4(FORM)                                                                        \
    "add sp, sp, #16\n\t"                                                                         \
    "vpop {d8-d15}\n\t"                                                                           \
    "pop {r4-r11, pc}"
/* clang-format on */

/* The same of 3 channels: the factors of the first row stay in registers; r3, r5: the other two. */
/* clang-format off */
#define PTE_MCU_SUM_TILE9(FORM, far, farther, farthest)                                           \
    "push {r4-r11, lr}\n\t"                                                                       \
    "vpush {d8-d15}\n\t"                                                                          \
    "vldrw.32 q3, [r0, #24]\n\t"                                                                  \
    "ldr r3, [r0]\n\t"                                                                            \
    "ldrd r7, r9, [r0, #8]\n\t"                                                                   \
    "ldrd r1, r2, [r0, #16]\n\t"                                                                  \
    "push {r1, r2}\n\t"                                                                           \
    "ldm r3, {r1, r3, r5}\n\t"                                                                    \
    "vldrb.8 q4, [r1]\n\t"                                                                        \
    "vldrb.8 q5, [r1, #" far "]\n\t"                                                              \
    "vldrb.8 q6, [r1, #" farther "]\n\t"                                                          \
    "vldrb.8 q7, [r1, #" farthest "]\n"                                                           \
    "0:\n\t"                                                                                      \
    PTE_MCU_FIRST_BLOCK16                                                                         \
    PTE_MCU_BLOCK16_AT("r3", far, farther, farthest, "[r3]")                                      \
    PTE_MCU_BLOCK16_AT("r5", far, farther, farthest, "[r5]")                                      \
    PTE_MCU_RESULTS4(FORM)                                                                        \
    "add sp, sp, #8\n\t"                                                                          \
    "vpop {d8-d15}\n\t"                                                                           \
    "pop {r4-r11, pc}"
/* clang-format on */

/* There is a function for each number of channels, step to the next column, and form. */
__attribute__((naked)) static void pte_mcu_sum_tile3(const pte_mcu_tile3 *t)
{
    __asm__(PTE_MCU_SUM_TILE3(PTE_MCU_ANY, "16", "32", "48"));
}

__attribute__((naked)) static void pte_mcu_sum_tile3_rectified(const pte_mcu_tile3 *t)
{
    __asm__(PTE_MCU_SUM_TILE3(PTE_MCU_RECTIFIED, "16", "32", "48"));
}

__attribute__((naked)) static void pte_mcu_sum_tile3_by2(const pte_mcu_tile3 *t)
{
    __asm__(PTE_MCU_SUM_TILE3(PTE_MCU_ANY, "32", "64", "96"));
}

__attribute__((naked)) static void pte_mcu_sum_tile3_by2_rectified(const pte_mcu_tile3 *t)
{
    __asm__(PTE_MCU_SUM_TILE3(PTE_MCU_RECTIFIED, "32", "64", "96"));
}

__attribute__((naked)) static void pte_mcu_sum_tile9(const pte_mcu_tile3 *t)
{
    __asm__(PTE_MCU_SUM_TILE9(PTE_MCU_ANY, "3", "6", "9"));
}

__attribute__((naked)) static void pte_mcu_sum_tile9_rectified(const pte_mcu_tile3 *t)
{
    __asm__(PTE_MCU_SUM_TILE9(PTE_MCU_RECTIFIED, "3", "6", "9"));
}

__attribute__((naked)) static void pte_mcu_sum_tile9_by2(const pte_mcu_tile3 *t)
{
    __asm__(PTE_MCU_SUM_TILE9(PTE_MCU_ANY, "6", "12", "18"));
}

__attribute__((naked)) static void pte_mcu_sum_tile9_by2_rectified(const pte_mcu_tile3 *t)
{
    __asm__(PTE_MCU_SUM_TILE9(PTE_MCU_RECTIFIED, "6", "12", "18"));
}

#pragma GCC diagnostic pop

PTE_INLINE void pte_mcu_tile3_results(pte_mcu_tile3 *t, const pte_mcu_conv2d *p)
{
    const int any = t->zero != -128;

    t->places = pte_mcu_two_channels(vmulq_n_u32(vidupq_n_u32(0, 1), p->oc));
    if (p->c == 3 && p->sw == 1)
        any ? pte_mcu_sum_tile9(t) : pte_mcu_sum_tile9_rectified(t);
    else if (p->c == 3)
        any ? pte_mcu_sum_tile9_by2(t) : pte_mcu_sum_tile9_by2_rectified(t);
    else if (p->sw == 1)
        any ? pte_mcu_sum_tile3(t) : pte_mcu_sum_tile3_rectified(t);
    else
        any ? pte_mcu_sum_tile3_by2(t) : pte_mcu_sum_tile3_by2_rectified(t);
}
#else
static void pte_mcu_tile3_results(pte_mcu_tile3 *t, const pte_mcu_conv2d *p)
{
    const int32_t bytes = p->c == 3 ? 16 : 48, next = (p->c == 3 ? 3 : 16) * p->sw;
    const int32_t depth = bytes * (int32_t)(t->end - t->run);
    const pte_s8 *w = t->weight;

    for (int32_t o = 0; o < p->oc; o++, w += o % 2 ? 16 : 2 * depth + 8) {
        const pte_s32 *const number = (const pte_s32 *)(const void *)(w + 2 * depth - o % 2 * 12);

        for (int32_t i = 0; i < PTE_MCU_FOUR; i++) {
            uint32_t sum = (uint32_t)number[0];

            for (int32_t j = 0; j < depth; j++)
                sum +=
                    (uint32_t)(t->run[j / bytes][i * next + j % bytes] * w[j / 16 * 32 + j % 16]);
            t->out[i * p->oc + o] = pte_mcu_lanes_result(sum, number[2], number[4], t->zero);
        }
    }
}
#endif

/* A row of results, a multiple of four. */
static void pte_mcu_tiles3(pte_mcu_tile3 *t, const pte_s8 **run, const pte_mcu_bands *b)
{
    const pte_mcu_conv2d *p = b->p;

    for (int32_t left = p->ow; left > 0; left -= PTE_MCU_FOUR) {
        t->last = t->out + p->oc;
        pte_mcu_tile3_results(t, p);
        t->out += PTE_MCU_FOUR * p->oc;
        for (const pte_s8 **r = run; r != t->end; r++)
            *r += PTE_MCU_FOUR * b->pixel * p->sw;
    }
}

void pte_mcu_lanes_conv3x3_s8(pte_s8 *out, pte_s8 *scratch, const pte_s8 *in, const pte_s8 *weight,
                              const pte_mcu_conv2d *p)
{
    const pte_s32 *const q = (const pte_s32 *)(const void *)weight;
    const pte_u8 *const table = pte_mcu_table(q);
    const int32_t all = p->n * p->oh, backwards = (uintptr_t)out > (uintptr_t)in;
    pte_mcu_bands b = pte_mcu_bands_of(scratch, p, q[0]);
    const pte_s8 *run[PTE_MCU_MOST_RUNS];

    for (int32_t i = 0; i < all; i++) {
        const int32_t at = backwards ? all - 1 - i : i, y = at % p->oh;
        pte_s8 *const to = out + at * p->ow * p->oc;
        pte_mcu_tile3 t = {.run = run,
                           .end = run + 3 * b.blocks,
                           .weight = pte_mcu_filters(q),
                           .out = to,
                           .zero = q[1]};

        pte_mcu_keep_rows(&b, in, at);
        for (int32_t j = 0; j < 3 * b.blocks; j++)
            run[j] = b.row[(y * p->sh + j / b.blocks) % 3] + j % b.blocks * b.band;
        pte_mcu_tiles3(&t, run, &b);
        if (table)
            pte_mcu_look_up(to, table, p->ow * p->oc);
    }
}
