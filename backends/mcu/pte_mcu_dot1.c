/* SPDX-License-Identifier: 0BSD
 * The sums of convolutions at one position, with Helium: pte_mcu.h. */
#include "pte_mcu.h"

#if PTE_MCU_MVE
/* Sums of so many units, and where they are: `from` up to now, from there to the next one's; the
 * weights, and from behind those of a unit to the next one's. */
typedef struct pte_mcu_units {
    uint32_t *sum;
    const uint32_t *from;
    const pte_s8 *w;
    int32_t units, step, skip;
} pte_mcu_units;

/* a and b: even registers */
#define PTE_MCU_SIXTEEN_OF(x)                                                                      \
    "vld20.8 {q0, q1}, [%[w]]\n\t"                                                                 \
    "vld21.8 {q0, q1}, [%[w]]!\n\t"                                                                \
    "vmladava.s8 %[a], %q[" x "], q0\n\t"                                                          \
    "vmladava.s8 %[b], %q[" x "], q1\n\t"
#define PTE_MCU_ADD_TO_UNITS(sixteens, ...)                                                        \
    uint32_t *sum = u->sum, a, b;                                                                  \
    const uint32_t *from = u->from;                                                                \
    const pte_s8 *w = u->w;                                                                        \
                                                                                                   \
    __asm__ volatile(                                                                              \
        "dls lr, %[units]\n"                                                                       \
        "1:\n\t"                                                                                   \
        "ldrd %[a], %[b], [%[from]]\n\t"                                                           \
        "add %[from], %[from], %[step]\n\t" sixteens "strd %[a], %[b], [%[sum]], #8\n\t"           \
        "add %[w], %[w], %[skip]\n\t"                                                              \
        "le lr, 1b"                                                                                \
        : [sum] "+r"(sum), [from] "+r"(from), [w] "+r"(w), [a] "=&Te"(a), [b] "=&Te"(b)            \
        : [units] "r"(u->units), [step] "r"(u->step), [skip] "r"(u->skip), __VA_ARGS__             \
        : "q0", "q1", "lr", "memory")

/* Sixty-four products of each, and sixteen. */
static void pte_mcu_add_64(const pte_mcu_units *u, const pte_s8 *x, uint8x16_t order)
{
    const int8x16_t x0 = vldrbq_gather_offset_s8(x, order);
    const int8x16_t x1 = vldrbq_gather_offset_s8(x + 16, order);
    const int8x16_t x2 = vldrbq_gather_offset_s8(x + 32, order);
    const int8x16_t x3 = vldrbq_gather_offset_s8(x + 48, order);

    PTE_MCU_ADD_TO_UNITS(PTE_MCU_SIXTEEN_OF("x0") PTE_MCU_SIXTEEN_OF("x1") PTE_MCU_SIXTEEN_OF("x2")
                             PTE_MCU_SIXTEEN_OF("x3"),
                         [x0] "w"(x0), [x1] "w"(x1), [x2] "w"(x2), [x3] "w"(x3));
}

static void pte_mcu_add_16(const pte_mcu_units *u, int8x16_t x)
{
    PTE_MCU_ADD_TO_UNITS(PTE_MCU_SIXTEEN_OF("x"), [x] "w"(x));
}

/* What n leaves over of sixteens are zeros in x: the next unit's weights, or those bytes that lie
 * behind all, do not matter. */
const pte_s8 *pte_mcu_dot1(uint32_t *sum, const pte_s8 *x, const pte_s8 *w, int32_t n,
                           int32_t units)
{
    const uint8x16_t order = pte_mcu_order();
    const int32_t unit = 8 + 2 * n;
    pte_mcu_units u = {sum, (const uint32_t *)(const void *)w, w + 8, units, unit, unit - 128};

    for (; n >= 64; n -= 64, x += 64, u.w += 128) {
        pte_mcu_add_64(&u, x, order);
        u.from = sum;
        u.step = 8;
    }
    u.skip = unit - 32;
    for (; n > 0; n -= 16, x += 16, u.w += 32) {
        pte_mcu_add_16(&u, vldrbq_gather_offset_z_s8(x, order, vctp8q((uint32_t)n)));
        u.from = sum;
        u.step = 8;
    }
    return w + units * unit;
}
#endif
