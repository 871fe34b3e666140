/* SPDX-License-Identifier: 0BSD
 * Depthwise convolution of bytes by windows of 3 x 3, sixteen channels at a time: pte_mcu_lanes.h.
 * Three rows of the input lie in the scratch, so that no window leaves the picture, block by block,
 * so that the taps of a row lie side by side. Where a position has 8 channels, each has those of
 * its neighbour behind them, and two results are computed together. */
#include "pte_mcu_bands.h"
#include "pte_mcu_lanes.h"

/* A row of results of sixteen channels, or of 8 twice. The assembler code reads the members by
 * their places. */
typedef struct pte_mcu_band {
    const pte_s8 *row[3]; /* of factors */
    pte_s8 *out;
    const pte_s8 *weight;
    int32_t pixel, zero, n; /* from results to the next; their zero point; how often */
} pte_mcu_band;

#if PTE_MCU_MVE
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wunused-parameter"

/* clang-format off */
/* What the products of sixteen channels, in q6 and q4, add to the sums; r7: 2^15, to add upper
 * halves of 32 bits. */
#define PTE_MCU_ADD_PRODUCTS                                                                      \
    "vmovlb.s16 q5, q6\n\t"                                                                       \
    "vadd.i32 q0, q0, q5\n\t"                                                                     \
    "vqdmlah.s32 q2, q6, r7\n\t"                                                                  \
    "vmovlb.s16 q5, q4\n\t"                                                                       \
    "vadd.i32 q1, q1, q5\n\t"                                                                     \
    "vqdmlah.s32 q3, q4, r7\n\t"
/* Those of a tap, of which r4 + at has the weights. */
#define PTE_MCU_TAP16(x, at)                                                                      \
    "vldrb.8 q4, " x "\n\t"                                                                       \
    "vldrw.32 q5, [r4, #" at "]\n\t"                                                              \
    "vmullb.s8 q6, q4, q5\n\t"                                                                    \
    "vmullt.s8 q4, q4, q5\n\t"
/* Those of two taps. */
#define PTE_MCU_TWO_TAPS16(x, x_at, y, y_at)                                                      \
    PTE_MCU_TAP16(x, x_at)                                                                        \
    "vldrb.8 q7, " y "\n\t"                                                                       \
    "vldrw.32 q5, [r4, #" y_at "]\n\t"                                                            \
    "vmullb.s8 q7, q7, q5\n\t"                                                                    \
    "vadd.i16 q6, q6, q7\n\t"                                                                     \
    "vldrb.8 q7, " y "\n\t"                                                                       \
    "vmullt.s8 q7, q7, q5\n\t"                                                                    \
    "vadd.i16 q4, q4, q7\n\t"                                                                     \
    PTE_MCU_ADD_PRODUCTS
/* Halves are rounded away from zero by the sign that vqdmlah adds; r8: 1. */
#define PTE_MCU_ANY_SIGN(s)       "vqdmlah.s32 " s ", " s ", r8\n\t"
#define PTE_MCU_RECTIFIED_SIGN(s)
#define PTE_MCU_SCALE4(FORM, s, at)                                                               \
    "vldrw.32 q6, [r4, #" at "]\n\t"                                                              \
    "vqrdmulh.s32 " s ", " s ", q6\n\t"                                                           \
    FORM##_SIGN(s)                                                                                \
    "vrshl.s32 " s ", " s ", q7\n\t"
#define PTE_MCU_NEXT_SHIFT "vshr.s32 q7, q7, #8\n\t"

/* The first taps of the rows are at r0 to r2, which move on by `step` once they are read: then
 * second and third are where the others lie. At r4 there are 9 weights, what sums start with,
 * multipliers and shifts; r3: the result, r5: from it to the next, r6: the zero point. */
#define PTE_MCU_SUM_BAND(FORM, step, second, third)                                               \
    "push {r4-r8, lr}\n\t"                                                                        \
    "vpush {d8-d15}\n\t"                                                                          \
    "ldm r0, {r0-r7}\n\t"                                                                         \
    "dls lr, r7\n\t"                                                                              \
    "movw r7, #32768\n\t"                                                                         \
    "movs r8, #1\n"                                                                               \
    "1:\n\t"                                                                                      \
    "vldrw.32 q0, [r4, #144]\n\t"                                                                 \
    "vldrw.32 q1, [r4, #160]\n\t"                                                                 \
    "vldrw.32 q2, [r4, #176]\n\t"                                                                 \
    "vldrw.32 q3, [r4, #192]\n\t"                                                                 \
    PTE_MCU_TWO_TAPS16("[r0], #" step, "0", "[r0, #" second "]", "16")                            \
    PTE_MCU_TWO_TAPS16("[r1], #" step, "48", "[r0, #" third "]", "32")                            \
    PTE_MCU_TWO_TAPS16("[r1, #" second "]", "64", "[r1, #" third "]", "80")                       \
    PTE_MCU_TWO_TAPS16("[r2], #" step, "96", "[r2, #" second "]", "112")                          \
    PTE_MCU_TAP16("[r2, #" third "]", "128")                                                      \
    PTE_MCU_ADD_PRODUCTS                                                                          \
    "vldrw.32 q7, [r4, #272]\n\t"                                                                 \
    PTE_MCU_SCALE4(FORM, "q0", "208")                                                             \
    PTE_MCU_NEXT_SHIFT                                                                            \
    PTE_MCU_SCALE4(FORM, "q1", "224")                                                             \
    PTE_MCU_NEXT_SHIFT                                                                            \
    PTE_MCU_SCALE4(FORM, "q2", "240")                                                             \
    PTE_MCU_NEXT_SHIFT                                                                            \
    PTE_MCU_SCALE4(FORM, "q3", "256")                                                             \
    "vqmovnb.s32 q0, q0\n\t"                                                                      \
    "vqmovnt.s32 q0, q2\n\t"                                                                      \
    "vqmovnb.s32 q1, q1\n\t"                                                                      \
    "vqmovnt.s32 q1, q3\n\t"                                                                      \
    "vqadd.s16 q0, q0, r6\n\t"                                                                    \
    "vqadd.s16 q1, q1, r6\n\t"                                                                    \
    "vqmovnb.s16 q0, q0\n\t"                                                                      \
    "vqmovnt.s16 q0, q1\n\t"                                                                      \
    "vstrb.8 q0, [r3]\n\t"                                                                        \
    "add r3, r3, r5\n\t"                                                                          \
    "le lr, 1b\n\t"                                                                               \
    "vpop {d8-d15}\n\t"                                                                           \
    "pop {r4-r8, pc}"
/* clang-format on */

__attribute__((naked)) static void pte_mcu_sum_band(const pte_mcu_band *t)
{
    __asm__(PTE_MCU_SUM_BAND(PTE_MCU_ANY, "16", "0", "16"));
}

__attribute__((naked)) static void pte_mcu_sum_band_rectified(const pte_mcu_band *t)
{
    __asm__(PTE_MCU_SUM_BAND(PTE_MCU_RECTIFIED, "16", "0", "16"));
}

/* The same where x moves on by two. */
__attribute__((naked)) static void pte_mcu_sum_band2(const pte_mcu_band *t)
{
    __asm__(PTE_MCU_SUM_BAND(PTE_MCU_ANY, "32", "-16", "0"));
}

__attribute__((naked)) static void pte_mcu_sum_band2_rectified(const pte_mcu_band *t)
{
    __asm__(PTE_MCU_SUM_BAND(PTE_MCU_RECTIFIED, "32", "-16", "0"));
}
#pragma GCC diagnostic pop

PTE_INLINE void pte_mcu_band_results(const pte_mcu_band *t, int32_t step)
{
    if (step == 1 && t->zero == -128)
        pte_mcu_sum_band_rectified(t);
    else if (step == 1)
        pte_mcu_sum_band(t);
    else if (t->zero == -128)
        pte_mcu_sum_band2_rectified(t);
    else
        pte_mcu_sum_band2(t);
}
#else
static void pte_mcu_band_results(const pte_mcu_band *t, int32_t step)
{
    const pte_s32 *const number = (const pte_s32 *)(const void *)(t->weight + 144);
    pte_s8 *out = t->out;

    for (int32_t i = 0; i < t->n; i++, out += t->pixel)
        for (int32_t c = 0; c < 16; c++) {
            const int32_t place = c % 4 * 4 + c / 4;
            uint32_t sum = (uint32_t)number[place];

            for (int32_t k = 0; k < 9; k++)
                sum +=
                    (uint32_t)(t->row[k / 3][16 * (i * step + k % 3) + c] * t->weight[16 * k + c]);
            out[c] = pte_mcu_lanes_result(sum, number[16 + place], t->weight[272 + c], t->zero);
        }
}
#endif

void pte_mcu_lanes_dwconv3x3_s8(pte_s8 *out, pte_s8 *scratch, const pte_s8 *in,
                                const pte_s8 *weight, const pte_mcu_conv2d *p)
{
    const pte_s32 *const q = (const pte_s32 *)(const void *)weight;
    const pte_u8 *const table = pte_mcu_table(q);
    const int32_t all = p->n * p->oh, backwards = (uintptr_t)out > (uintptr_t)in;
    pte_mcu_bands b = pte_mcu_bands_of(scratch, p, q[0]);

    for (int32_t i = 0; i < all; i++) {
        const int32_t at = backwards ? all - 1 - i : i, y = at % p->oh;
        pte_s8 *const to = out + at * p->ow * p->c;

        pte_mcu_keep_rows(&b, in, at);
        for (int32_t j = 0; j < b.blocks; j++) {
            pte_mcu_band t = {.out = to + 16 * j,
                              .weight = pte_mcu_filters(q) + j * PTE_MCU_LANES_WEIGHTS,
                              .pixel = b.together * p->c,
                              .zero = q[1],
                              .n = p->ow / b.together};

            for (int32_t ky = 0; ky < 3; ky++)
                t.row[ky] = b.row[(y * p->sh + ky) % 3] + j * b.band;
            pte_mcu_band_results(&t, b.together * p->sw);
        }
        if (table)
            pte_mcu_look_up(to, table, p->ow * p->c);
    }
}
