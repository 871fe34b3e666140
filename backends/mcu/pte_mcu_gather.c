/* SPDX-License-Identifier: 0BSD
 * Copies of windows whose bytes do not lie as they are multiplied: pte_mcu_taps.h. */
#include "pte_mcu.h"
#include "pte_mcu_taps.h"

void pte_mcu_fill(pte_s8 *to, int32_t byte, int32_t n)
{
    for (; n >= 4; n -= 4, to += 4)
        pte_mcu_store4(to, (uint32_t)(byte & 255) * 0x1010101u);
    for (; n > 0; n--)
        *to++ = (pte_s8)byte;
}

PTE_SHARED static void pte_mcu_copy(pte_s8 *restrict to, const pte_s8 *restrict from, int32_t n)
{
#if PTE_MCU_DSP
    for (; n >= 4; n -= 4, to += 4, from += 4)
        pte_mcu_store4(to, ((const pte_mcu_word *)(const void *)from)->v);
#endif
    for (; n > 0; n--)
        *to++ = *from++;
}

void pte_mcu_gather(pte_s8 *to, const pte_mcu_walk *k, int32_t c, int32_t channels, int32_t pixel)
{
    const pte_mcu_conv2d *p = k->p;
    const int side_by_side = p->dw == 1 && p->c == channels && pixel == channels;
    const pte_s8 *in = k->in + ((ptrdiff_t)k->b * p->h * p->w * p->c + c);
    const int32_t left = pte_mcu_left(k), row = p->kw * pixel;
    const int32_t before = left < 0 ? -left : 0, room = p->w - left;
    const int32_t end = room < p->kw ? room : p->kw;

    for (int32_t ky = 0, y = pte_mcu_top(k); ky < p->kh; ky++, y += p->dh, to += row) {
        const int outside = y < 0 || y >= p->h;
        const pte_s8 *from = outside ? in : in + (ptrdiff_t)y * p->w * p->c;

        if (outside || (side_by_side && end - before < p->kw))
            pte_mcu_fill(to, k->zero, row);
        if (!outside && side_by_side)
            pte_mcu_copy(to + (ptrdiff_t)before * pixel, from + (ptrdiff_t)(left + before) * pixel,
                         (end - before) * pixel);
        for (int32_t kx = 0, x = left; !outside && !side_by_side && kx < p->kw; kx++, x += p->dw)
            if (x < 0 || x >= p->w)
                pte_mcu_fill(to + (ptrdiff_t)kx * pixel, k->zero, channels);
            else
                pte_mcu_copy(to + (ptrdiff_t)kx * pixel, from + (ptrdiff_t)x * p->c, channels);
    }
}
