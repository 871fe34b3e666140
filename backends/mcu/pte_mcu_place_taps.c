/* SPDX-License-Identifier: 0BSD
 * The taps of a depthwise convolution, where they lie: pte_mcu_taps.h. */
#include "pte_mcu.h"
#include "pte_mcu_taps.h"

/* Those of n results along an axis of so many elements whose windows, of `reach` from first to
 * last, are in the picture. */
static pte_mcu_span pte_mcu_span_inside(int32_t n, int32_t elements, int32_t reach, int32_t stride,
                                        int32_t padding)
{
    const int32_t room = elements - reach + padding, from = (padding + stride - 1) / stride;
    const int32_t most = room > 0 ? (room + stride - 1) / stride : 0, end = most < n ? most : n;

    return (pte_mcu_span){from, end > from ? (uint32_t)(end - from) : 0};
}

void pte_mcu_start_taps(pte_mcu_window *w, const pte_mcu_walk *k, pte_s8 *scratch)
{
    const pte_mcu_conv2d *p = k->p;
    const pte_s8 **tap = w->tap, *copy = scratch;

    w->scratch = scratch;
    w->inside = 0;
    w->rows = pte_mcu_span_inside(p->oh, p->h, (p->kh - 1) * p->dh, p->sh, p->ph);
    w->columns = pte_mcu_span_inside(p->ow, p->w, (p->kw - 1) * p->dw, p->sw, p->pw);
    if (p->c % 4 == 0) {
        if (!pte_mcu_is_pointwise(p))
            pte_mcu_fill(scratch, k->zero, p->c);
        return;
    }
    for (int32_t i = p->kh * p->kw; i > 0; i--, copy += (p->c + 3) / 4 * 4)
        *tap++ = copy;
    *tap = tap[-1];
}

#if PTE_MCU_MVE
/* Four side by side, the last ones of the rows first: what is behind a row gets its taps later. */
static void pte_mcu_place(pte_mcu_window *w, const pte_mcu_walk *k)
{
    const pte_mcu_conv2d *p = k->p;
    const int32_t kh = p->kh, kw = p->kw, h = p->h, dh = p->dh, top = pte_mcu_top(k);
    const uint32_t width = p->w, row = (uint32_t)dh * p->w * p->c;
    const uint32x4_t zeros = vdupq_n_u32((uint32_t)(uintptr_t)w->scratch);

    for (int32_t kx = (kw - 1) / 4 * 4; kx >= 0; kx -= 4) {
        const uint32x4_t index = vidupq_n_u32((uint32_t)kx, 1);
        const uint32x4_t x = vaddq_n_u32(vmulq_n_u32(index, p->dw), (uint32_t)pte_mcu_left(k));
        const uint32x4_t behind = vmulq_n_u32(index, (uint32_t)p->dw * p->c);
        const pte_s8 **tap = w->tap + kx;
        uint32_t at = (uint32_t)(uintptr_t)k->in + (uint32_t)w->first;

        for (int32_t y = top, i = kh; i > 0; i--, y += dh, tap += kw, at += row) {
            const uint32_t columns = (uint32_t)y < (uint32_t)h ? width : 0;
            uint32x4_t v;

            __asm__ volatile("vcmp.u32 cs, %q[x], %[columns]\n\t"
                             "vadd.i32 %q[v], %q[behind], %[at]\n\t"
                             "vpsel %q[v], %q[zeros], %q[v]\n\t"
                             "vstrw.32 %q[v], [%[tap]]"
                             : [v] "=&w"(v)
                             : [x] "w"(x), [columns] "r"(columns), [behind] "w"(behind),
                               [at] "r"(at), [zeros] "w"(zeros), [tap] "r"(tap)
                             : "memory"); /* and VPR: see pte_mcu_fill() */
        }
    }
    w->tap[kh * kw] = w->tap[kh * kw - 1];
}
#else
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

        for (int32_t kx = 0, x = left; kx < kw; kx++, x += dw, at += pixel)
            *tap++ = (uint32_t)x < columns ? in + at : zeros;
    }
    *tap = tap[-1];
}
#endif

ptrdiff_t pte_mcu_place_taps(pte_mcu_window *w, const pte_mcu_walk *k)
{
    const int inside = pte_mcu_is_inside(w, k);

    if (k->p->c % 4) {
        pte_mcu_gather(w->scratch, k, 0, k->p->c, (k->p->c + 3) / 4 * 4);
        return 0;
    }
    if (inside && w->inside)
        return k->first - w->first;
    w->inside = inside;
    w->first = k->first;
    pte_mcu_place(w, k);
    return 0;
}
