/* SPDX-License-Identifier: 0BSD
 * The taps of a depthwise convolution, where they lie: pte_mcu_taps.h. */
#include "pte_mcu.h"
#include "pte_mcu_taps.h"

static int pte_mcu_is_inside(const pte_mcu_walk *k)
{
    const pte_conv2d *p = k->p;
    const int32_t top = pte_mcu_top(k), left = pte_mcu_left(k);

    return top >= 0 && top + (p->kh - 1) * p->dh < p->h && left >= 0 &&
           left + (p->kw - 1) * p->dw < p->w;
}

void pte_mcu_start_taps(pte_mcu_window *w, const pte_mcu_walk *k, pte_s8 *scratch)
{
    const pte_conv2d *p = k->p;
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

ptrdiff_t pte_mcu_place_taps(pte_mcu_window *w, const pte_mcu_walk *k)
{
    const pte_conv2d *p = k->p;
    const int32_t top = pte_mcu_top(k), left = pte_mcu_left(k);
    const ptrdiff_t first = pte_mcu_first(k), next = (ptrdiff_t)p->dw * p->is.w;
    const int inside = pte_mcu_is_inside(k);
    const pte_s8 **tap = w->tap;

    if (p->c % 4) {
        pte_mcu_gather(w->scratch, k, 0, p->c, (p->c + 3) / 4 * 4);
        return 0;
    }
    if (inside && w->inside)
        return first - w->first;
    w->inside = inside;
    w->first = first;
    for (int32_t ky = 0, y = top; ky < p->kh; ky++, y += p->dh) {
        const int outside = y < 0 || y >= p->h;
        ptrdiff_t at = first + (ptrdiff_t)(y - top) * p->is.h;

        for (int32_t kx = 0, x = left; kx < p->kw; kx++, x += p->dw, at += next)
            *tap++ = outside || x < 0 || x >= p->w ? w->scratch : k->in + at;
    }
    *tap = tap[-1];
    return 0;
}
