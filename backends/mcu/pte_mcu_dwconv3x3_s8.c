/* SPDX-License-Identifier: 0BSD
 * Depthwise convolution of bytes for microcontrollers by windows of 3 x 3 that move on by one.
 * Three rows of the input lie in the scratch as halves, channel by channel, so that one instruction
 * multiplies two neighbours; two results share what they load. */
#include "pte_mcu.h"
#include "pte_mcu_halves.h"

#if PTE_MCU_SPEED
/* A row of results of all channels. In row[ky] are the factors of tap row ky, whose pairs for two
 * results start at multiples of 4 bytes. The assembler below reads the members by their places. */
typedef struct pte_mcu_planes {
    const pte_s16 *row[3];
    int32_t zero, step; /* the zero point of results; from a channel's result to its next */
    pte_s8 *out;
    const pte_s8 *weight, *end; /* of the weights */
    int32_t pairs, single;      /* bytes of factors before the last result, if that is single */
} pte_mcu_planes;

#if PTE_MCU_DSP && !PTE_MCU_MVE
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wunused-parameter"

/* What one row of factors adds to two results: the sums are in r3 and r10, a has the first weight
 * and the second, b the second and the third. */
#define PTE_MCU_TWO(row, a, b)                                                                     \
    "ldrd r11, r12, [" row "], #4\n\t"                                                             \
    "smlad r3, r11, " a ", r3\n\t"                                                                 \
    "smlatb r10, r11, " a ", r10\n\t"                                                              \
    "smlabt r3, r12, " b ", r3\n\t"                                                                \
    "smlad r10, r12, " b ", r10\n\t"
#define PTE_MCU_ONE(row, a, b)                                                                     \
    "ldrd r11, r12, [" row "], #4\n\t"                                                             \
    "smlad r3, r11, " a ", r3\n\t"                                                                 \
    "smlabt r3, r12, " b ", r3\n\t"

/* The rows are in r0 to r2, the weights in r4 to r9, the next result in lr. On the stack are what
 * both sums start with, the multiplier and the shift; zero and step; where the pairs end; and from
 * sp + 28 on *t from `out` on, which moves on, as `weight` does. */
/* clang-format off */
#define PTE_MCU_SUM_PLANES(FORM)                                                                  \
    "push {r4-r11, lr}\n\t"                                                                       \
    "sub sp, sp, #48\n\t"                                                                         \
    "ldm r0, {r0-r9}\n\t"                                                                         \
    "strd r3, r4, [sp, #16]\n\t"                                                                  \
    "add r12, sp, #28\n\t"                                                                        \
    "stm r12, {r5-r9}\n"                                                                          \
    "0:\n\t"                                                                                      \
    "ldrd lr, r12, [sp, #28]\n\t"                                                                 \
    "ldm r12!, {r3-r11}\n\t"                                                                      \
    "strd r3, r3, [sp]\n\t"                                                                       \
    "strd r10, r11, [sp, #8]\n\t"                                                                 \
    "ldr r11, [sp, #40]\n\t"                                                                      \
    "add r3, lr, #1\n\t"                                                                          \
    "strd r3, r12, [sp, #28]\n\t"                                                                 \
    "add r11, r11, r0\n\t"                                                                        \
    "str r11, [sp, #24]\n"                                                                        \
    "1:\n\t"                                                                                      \
    "ldrd r3, r10, [sp]\n\t"                                                                      \
    PTE_MCU_TWO("r0", "r4", "r5")                                                                 \
    PTE_MCU_TWO("r1", "r6", "r7")                                                                 \
    PTE_MCU_TWO("r2", "r8", "r9")                                                                 \
    "ldrd r11, r12, [sp, #8]\n\t"                                                                 \
    "smmulr r3, r3, r11\n\t"                                                                      \
    "smmulr r10, r10, r11\n\t"                                                                    \
    FORM##_LOAD("r11", "[sp, #16]")                                                               \
    FORM##_ROUND("r3", "r12", "r11")                                                       \
    FORM##_ROUND("r10", "r12", "r11")                                                      \
    "ldrd r11, r12, [sp, #20]\n\t"                                                                \
    "strb r3, [lr]\n\t"                                                                           \
    "strb r10, [lr, r11]\n\t"                                                                     \
    "add lr, lr, r11, lsl #1\n\t"                                                                 \
    "cmp r0, r12\n\t"                                                                             \
    "bne 1b\n\t"                                                                                  \
    "ldr r3, [sp, #44]\n\t"                                                                       \
    "cbz r3, 2f\n\t"                                                                              \
    "ldr r3, [sp]\n\t"                                                                            \
    PTE_MCU_ONE("r0", "r4", "r5")                                                                 \
    PTE_MCU_ONE("r1", "r6", "r7")                                                                 \
    PTE_MCU_ONE("r2", "r8", "r9")                                                                 \
    "ldrd r11, r12, [sp, #8]\n\t"                                                                 \
    "smmulr r3, r3, r11\n\t"                                                                      \
    FORM##_LOAD("r11", "[sp, #16]")                                                               \
    FORM##_ROUND("r3", "r12", "r11")                                                       \
    "strb r3, [lr]\n"                                                                             \
    "2:\n\t"                                                                                      \
    "ldrd r11, r12, [sp, #32]\n\t"                                                                \
    "adds r0, #4\n\t"                                                                             \
    "adds r1, #4\n\t"                                                                             \
    "adds r2, #4\n\t"                                                                             \
    "cmp r11, r12\n\t"                                                                            \
    "bne 0b\n\t"                                                                                  \
    "add sp, sp, #48\n\t"                                                                         \
    "pop {r4-r11, pc}"
/* clang-format on */

__attribute__((naked)) static void pte_mcu_sum_planes(const pte_mcu_planes *t)
{
    __asm__(PTE_MCU_SUM_PLANES(PTE_MCU_ANY));
}

__attribute__((naked)) static void pte_mcu_sum_planes_rectified(const pte_mcu_planes *t)
{
    __asm__(PTE_MCU_SUM_PLANES(PTE_MCU_RECTIFIED));
}
#pragma GCC diagnostic pop

/* The next two positions of four channels, x and y, to the planes of these. */
PTE_INLINE void pte_mcu_part_two(pte_u32 **plane, const pte_s8 *x, const pte_s8 *y)
{
    const uint32_t a = pte_mcu_load4(x), b = pte_mcu_load4(y);
    uint32_t low, high;

    __asm__("pkhbt %0, %1, %2, lsl #16" : "=r"(low) : "r"(a), "r"(b));
    __asm__("pkhtb %0, %1, %2, asr #16" : "=r"(high) : "r"(b), "r"(a));
    __asm__("sxtb16 %0, %1" : "=r"(*plane[0]++) : "r"(low));
    __asm__("sxtb16 %0, %1, ror #8" : "=r"(*plane[1]++) : "r"(low));
    __asm__("sxtb16 %0, %1" : "=r"(*plane[2]++) : "r"(high));
    __asm__("sxtb16 %0, %1, ror #8" : "=r"(*plane[3]++) : "r"(high));
}
#else
PTE_INLINE void pte_mcu_part_two(pte_u32 **plane, const pte_s8 *x, const pte_s8 *y)
{
    for (int32_t i = 0; i < 4; i++) {
        pte_s16 *two = (pte_s16 *)(void *)plane[i]++;

        two[0] = x[i];
        two[1] = y[i];
    }
}

#define pte_mcu_sum_planes_rectified pte_mcu_sum_planes
static void pte_mcu_sum_planes(const pte_mcu_planes *t)
{
    const int32_t n = t->pairs / 2 + t->single, next = (t->pairs / 2 + 2 * t->single + 2);
    ptrdiff_t at = 0;
    pte_s8 *out = t->out;

    for (const pte_s8 *w = t->weight; w != t->end; w += PTE_MCU_PLANE_WEIGHTS, at += next, out++) {
        const pte_s32 *const number = (const pte_s32 *)(const void *)w;
        const pte_s16 *const half = (const pte_s16 *)(const void *)(w + 4);

        for (int32_t i = 0; i < n; i++) {
            uint32_t sum = (uint32_t)number[0];

            for (int32_t ky = 0; ky < 3; ky++) {
                const pte_s16 *x = t->row[ky] + at + i, *const f = half + 4 * ky;

                sum += (uint32_t)(x[0] * f[0] + x[1] * f[1] + x[2] * f[3]);
            }
            out[(ptrdiff_t)i * t->step] = pte_mcu_result(sum, number[7], number[8], t->zero);
        }
    }
}
#endif

/* A position of four channels alone. */
PTE_INLINE void pte_mcu_part_one(pte_u32 **plane, int32_t half, const pte_s8 *x)
{
    for (int32_t i = 0; i < 4; i++)
        ((pte_s16 *)(void *)plane[i])[half] = x[i];
}

/* n positions of a row of the input, to the planes of a row of factors. */
static void pte_mcu_part(pte_s16 *to, const pte_s8 *from, int32_t n, const pte_mcu_conv2d *p)
{
    const int32_t pitch = pte_mcu_plane(p), pixel = p->c;

    to += p->pw & ~1;
    for (int32_t c = 0; c < p->c; c += 4, from += 4, to += 4 * pitch) {
        pte_u32 *plane[4];
        const pte_s8 *x = from;
        int32_t left = n;

        for (int32_t i = 0; i < 4; i++)
            plane[i] = (pte_u32 *)(void *)(to + i * pitch);
        if (p->pw & 1) {
            pte_mcu_part_one(plane, 1, x);
            for (int32_t i = 0; i < 4; i++)
                plane[i]++;
            x += pixel;
            left--;
        }
        for (; left > 1; left -= 2, x += 2 * pixel)
            pte_mcu_part_two(plane, x, x + pixel);
        if (left)
            pte_mcu_part_one(plane, 0, x);
    }
}

static void pte_mcu_fill_halves(pte_s16 *to, int32_t v, int32_t n)
{
    for (; n > 0; n--)
        *to++ = (pte_s16)v;
}

void pte_mcu_dwconv3x3_s8(pte_s8 *out, pte_s8 *scratch, const pte_s8 *in, const pte_s8 *weight,
                          const pte_mcu_conv2d *p)
{
    const pte_s32 *const q = (const pte_s32 *)(const void *)weight;
    const pte_u8 *const table = pte_mcu_table(q);
    const int32_t slot = p->c * pte_mcu_plane(p), room = pte_mcu_plane(p) - p->pw;
    const int32_t n = p->w < room ? p->w : room, step = (uintptr_t)out > (uintptr_t)in ? -1 : 1;
    const int32_t all = p->n * p->oh;
    pte_s16 *const factors = (pte_s16 *)(void *)scratch;
    pte_mcu_planes t = {.zero = q[1],
                        .step = p->c,
                        .weight = pte_mcu_filters(q),
                        .pairs = (p->ow & ~1) * 2,
                        .single = p->ow & 1};

    t.end = t.weight + (ptrdiff_t)p->c * PTE_MCU_PLANE_WEIGHTS;
    pte_mcu_fill_halves(factors, q[0], 3 * slot);
    for (int32_t i = 0; i < all; i++) {
        const int32_t at = step > 0 ? i : all - 1 - i, b = at / p->oh, y = at % p->oh;
        const int32_t newest = step > 0 ? 2 : 0, begins = i % p->oh == 0;

        for (int32_t ky = 0; ky < 3; ky++) {
            const int32_t row = y - p->ph + ky;
            pte_s16 *const to = factors + (y + ky) % 3 * slot;

            t.row[ky] = to;
            if (!begins && ky != newest)
                continue;
            if (row < 0 || row >= p->h)
                pte_mcu_fill_halves(to, q[0], slot);
            else
                pte_mcu_part(to, in + ((ptrdiff_t)b * p->h + row) * p->w * p->c, n, p);
        }
        t.out = out + (ptrdiff_t)at * p->ow * p->c;
        if (t.zero == -128)
            pte_mcu_sum_planes_rectified(&t);
        else
            pte_mcu_sum_planes(&t);
        if (table)
            pte_mcu_look_up(t.out, table, p->ow * p->c);
    }
}
#endif
