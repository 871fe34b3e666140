/* SPDX-License-Identifier: 0BSD
 * See pte_mcu_rows.h. */
#include "pte_mcu_rows.h"

#include "pte_mcu.h"

#if !PTE_MCU_DSP
void pte_mcu_copy(pte_s8 *restrict to, const pte_s8 *restrict from, int32_t n)
{
    for (int32_t i = 0; i < n; i++)
        to[i] = from[i];
}
#endif

pte_mcu_rows pte_mcu_rows_of(const pte_conv2d *p, pte_s8 *ring, int32_t pixel, int32_t zero)
{
    const int32_t width = (p->ow - 1) * p->sw + (p->kw - 1) * p->dw + 1;
    pte_mcu_rows r = {.p = p,
                      .row = ring,
                      .zero = zero,
                      .pixel = pixel,
                      .bytes = width * pixel,
                      .reach = (p->kh - 1) * p->dh + 1,
                      .ring = ring};

    if (!ring) {
        r.pixel = p->is.w;
        r.bytes = p->is.h;
        r.reach = INT32_MAX;
    }
    return r;
}

/* Row y of the image, which may lie outside. */
static void pte_mcu_bring_row(const pte_mcu_rows *r, pte_s8 *to, const pte_s8 *image, int32_t y)
{
    const pte_conv2d *p = r->p;
    const int32_t room = r->bytes / r->pixel - p->pw, inside = room < p->w ? room : p->w;
    const pte_s8 *from = image + (ptrdiff_t)y * p->is.h;

    pte_mcu_fill(to, r->zero, r->bytes);
    to += (ptrdiff_t)p->pw * r->pixel;
    if (y < 0 || y >= p->h)
        return;
    if (p->is.w == r->pixel)
        pte_mcu_copy(to, from, inside * r->pixel);
    else
        for (int32_t x = 0; x < inside; x++, to += r->pixel, from += p->is.w)
            pte_mcu_copy(to, from, p->c);
}

void pte_mcu_bring(pte_mcu_rows *r, const pte_s8 *image, int32_t y)
{
    const int32_t first = y * r->p->sh;

    if (!r->ring) {
        r->row = image;
        return;
    }
    if (y == 0 || r->next < first)
        r->next = first;
    for (; r->next < first + r->reach; r->next++)
        pte_mcu_bring_row(r, r->ring + (ptrdiff_t)(r->next % r->reach) * r->bytes, image,
                          r->next - r->p->ph);
}
