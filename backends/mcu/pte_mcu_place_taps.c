/* SPDX-License-Identifier: 0BSD
 * The taps of a depthwise convolution, where they lie: pte_mcu_taps.h. */
#include "pte_mcu.h"
#include "pte_mcu_taps.h"

static int pte_mcu_is_inside(const pte_mcu_walk *k)
{
    const pte_mcu_conv2d *p = k->p;
    const int32_t top = pte_mcu_top(k), left = pte_mcu_left(k);

    return top >= 0 && top + (p->kh - 1) * p->dh < p->h && left >= 0 &&
           left + (p->kw - 1) * p->dw < p->w;
}

void pte_mcu_start_taps(pte_mcu_window *w, const pte_mcu_walk *k, pte_s8 *scratch)
{
    const pte_mcu_conv2d *p = k->p;
    const pte_s8 **tap = w->tap, *copy = scratch;

    w->scratch = scratch;
    w->inside = 0;
    if (p->c % 4 == 0) {
        if (!pte_mcu_is_pointwise(p))
            pte_mcu_fill(scratch, k->zero, p->c);
        return;
    }
    for (int32_t i = p->kh * p->kw; i > 0; i--, copy += (p->c + 3) / 4 * 4)
        *tap++ = copy;
    *tap = tap[-1];
}

static void pte_mcu_place(pte_mcu_window *w, const pte_mcu_walk *k)
{
    const pte_mcu_conv2d *p = k->p;
    const int32_t left = pte_mcu_left(k), kw = p->kw, dw = p->dw;
    const ptrdiff_t pixel = (ptrdiff_t)dw * p->c, row = (ptrdiff_t)p->dh * p->w * p->c;
    const pte_s8 *const in = k->in, *const zeros = w->scratch, **tap = w->tap;
    ptrdiff_t first = w->first;

    for (int32_t ky = 0, y = pte_mcu_top(k); ky < p->kh; ky++, y += p->dh, first += row) {
        const uint32_t columns = (uint32_t)y < (uint32_t)p->h ? (uint32_t)p->w : 0;
        ptrdiff_t at = first;

        for (int32_t kx = 0, x = left; kx < kw; kx++, x += dw, at += pixel) {
#if PTE_MCU_MVE
            __asm__("" : "+r"(x)); /* no vectors for so few */
#endif
            *tap++ = (uint32_t)x < columns ? in + at : zeros;
        }
    }
    *tap = tap[-1];
}

ptrdiff_t pte_mcu_place_taps(pte_mcu_window *w, const pte_mcu_walk *k)
{
    const ptrdiff_t first = pte_mcu_first(k);
    const int inside = pte_mcu_is_inside(k);

    if (k->p->c % 4) {
        pte_mcu_gather(w->scratch, k, 0, k->p->c, (k->p->c + 3) / 4 * 4);
        return 0;
    }
    if (inside && w->inside)
        return first - w->first;
    w->inside = inside;
    w->first = first;
    pte_mcu_place(w, k);
    return 0;
}
