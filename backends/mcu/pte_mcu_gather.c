/* SPDX-License-Identifier: 0BSD
 * Copies of windows whose bytes do not lie as they are multiplied: pte_mcu_taps.h. */
#include "pte_mcu.h"
#include "pte_mcu_taps.h"

#if PTE_MCU_MVE
void pte_mcu_fill(pte_s8 *to, int32_t byte, int32_t n)
{
    const int8x16_t bytes = vdupq_n_s8((int8_t)byte);

    __asm__ volatile("wlstp.8 lr, %[n], 2f\n"
                     "1:\n\t"
                     "vstrb.8 %q[bytes], [%[to]], #16\n\t"
                     "letp lr, 1b\n"
                     "2:"
                     : [to] "+r"(to)
                     : [n] "r"(n), [bytes] "w"(bytes)
                     : "lr", "memory"); /* and VPR: compilers have no name for it */
}

/* The factors of so many rows of n bytes, from one to the next `pitch` bytes, and `step` to where
 * they go. Returns where a further row would start. */
PTE_INLINE const pte_s8 *pte_mcu_widen_rows(pte_s16 *to, int32_t step, const pte_s8 *from,
                                            int32_t pitch, int32_t rows, int32_t n,
                                            uint8x16_t order)
{
    const int32_t moved = (n + 15) & -16;

    __asm__ volatile(
        "1:\n\t"
        "dlstp.8 lr, %[n]\n"
        "2:\n\t"
        "vldrb.u8 q0, [%[from], %q[order]]\n\t"
        "vstrb.8 q0, [%[to]], #64\n\t"
        "add %[from], %[from], #16\n\t"
        "letp lr, 2b\n\t"
        "add %[from], %[from], %[pitch]\n\t"
        "add %[to], %[to], %[step]\n\t"
        "subs %[rows], %[rows], #1\n\t"
        "bne 1b"
        : [to] "+r"(to), [from] "+r"(from), [rows] "+r"(rows)
        : [n] "r"(n), [pitch] "r"(pitch - moved), [step] "r"(step - 4 * moved), [order] "w"(order)
        : "q0", "lr", "cc", "memory");
    return from;
}

PTE_NOINLINE const pte_s8 *pte_mcu_widen_each(pte_s16 *to, const pte_s8 *from, int32_t pitch,
                                              int32_t positions, int32_t n, int32_t four_bits)
{
    return pte_mcu_widen_rows(to, 16, from, pitch, positions, n, pte_mcu_order(four_bits));
}

PTE_NOINLINE void pte_mcu_widen_windows(pte_s16 *to, pte_s8 *one, const pte_s8 *from, int32_t step,
                                        int32_t windows, int32_t four_bits, const pte_mcu_conv2d *p)
{
    const uint8x16_t order = pte_mcu_order(four_bits);
    const int32_t rows = p->kh, n = p->kw * p->c, pitch = p->w * p->c;

    for (; windows > 0; windows--, to += 8, from += step)
        if (n % 16 == 0) {
            pte_mcu_widen_rows(to, 4 * n, from, pitch, rows, n, order);
        } else {
            pte_mcu_copy_rows(one, n, from, pitch, rows, n);
            pte_mcu_widen_rows(to, 0, one, 0, 1, (rows * n + 3) & -4, order);
        }
}

/* Taps from *first to before *end of an axis of n elements lie in it; the first tap is at `at`. */
static int32_t pte_mcu_inside(int32_t *first, int32_t at, int32_t taps, int32_t n)
{
    const int32_t end = n - at < taps ? n - at : taps;

    *first = at < 0 ? -at : 0;
    return end - *first;
}

/* A window of all channels without dilation, whose first tap is at `from`. The walk is no argument:
 * it would lie in memory then. */
PTE_NOINLINE static void pte_mcu_copy_window(pte_s8 *to, const pte_s8 *from, int32_t top,
                                             int32_t left, int32_t zero, const pte_mcu_conv2d *p)
{
    const int32_t row = p->kw * p->c, pitch = p->w * p->c;
    int32_t ky, kx;
    const int32_t rows = pte_mcu_inside(&ky, top, p->kh, p->h);
    const int32_t columns = pte_mcu_inside(&kx, left, p->kw, p->w);

    if (rows < p->kh || columns < p->kw)
        pte_mcu_fill(to, zero, p->kh * row);
    if (rows > 0 && columns > 0)
        pte_mcu_copy_rows(to + ky * row + kx * p->c, row, from + ky * pitch + kx * p->c, pitch,
                          rows, columns * p->c);
}
#else
void pte_mcu_fill(pte_s8 *to, int32_t byte, int32_t n)
{
    for (; n >= 4; n -= 4, to += 4)
        pte_mcu_store4(to, (uint32_t)(byte & 255) * 0x1010101u);
    for (; n > 0; n--)
        *to++ = (pte_s8)byte;
}

#endif

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

#if PTE_MCU_MVE
    if (side_by_side && p->dh == 1) {
        pte_mcu_copy_window(to, k->in + k->first, pte_mcu_top(k), left, k->zero, p);
        return;
    }
#endif
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
