/* SPDX-License-Identifier: 0BSD
 * Rows of a convolution's input, copied: pte_mcu_bands.h. */
#include "pte_mcu_bands.h"
#include "pte_mcu.h"
#include "pte_mcu_taps.h"

pte_mcu_bands pte_mcu_bands_of(pte_s8 *scratch, const pte_mcu_conv2d *p, int32_t zero)
{
    pte_mcu_bands b = {.p = p,
                       .zero = zero,
                       .blocks = (p->c + 15) / 16,
                       .together = p->c == 8 ? 2 : 1,
                       .columns = pte_mcu_columns(p),
                       .pixel = p->c == 3 ? 3 : 16,
                       .band = pte_mcu_band_bytes(p),
                       .held = {-1, -1, -1}};

    for (int32_t i = 0; i < 3; i++)
        b.row[i] = scratch + i * b.blocks * b.band;
    pte_mcu_fill(scratch, zero, 3 * b.blocks * b.band);
    return b;
}

#if PTE_MCU_MVE
/* n times sixteen bytes, from one to the next `step`. */
PTE_INLINE void pte_mcu_copy16(pte_s8 *to, const pte_s8 *from, int32_t step, int32_t n)
{
    __asm__ volatile("wls lr, %[n], 2f\n"
                     "1:\n\t"
                     "vldrb.8 q0, [%[from]]\n\t"
                     "add %[from], %[from], %[step]\n\t"
                     "vstrb.8 q0, [%[to]], #16\n\t"
                     "le lr, 1b\n"
                     "2:"
                     : [to] "+r"(to), [from] "+r"(from)
                     : [n] "r"(n), [step] "r"(step)
                     : "q0", "lr", "memory");
}

PTE_INLINE void pte_mcu_copy8(pte_s8 *to, const pte_s8 *from)
{
    pte_mcu_store4(to, pte_mcu_load4(from));
    pte_mcu_store4(to + 4, pte_mcu_load4(from + 4));
}

/* A row of the input, without the columns that no window reads. */
static void pte_mcu_keep_row(const pte_mcu_bands *b, pte_s8 *to, const pte_s8 *from)
{
    const pte_mcu_conv2d *p = b->p;
    const int32_t room = b->columns - p->pw, n = p->w < room ? p->w : room;

    to += b->pixel * p->pw;
    if (b->pixel == 3) {
        pte_mcu_copy_rows(to, 0, from, 0, 1, 3 * n);
        return;
    }
    if (b->together == 1) {
        for (int32_t i = b->blocks; i > 0; i--, to += b->band, from += 16)
            pte_mcu_copy16(to, from, p->c, n);
        return;
    }
    if (p->pw > 0)
        pte_mcu_copy8(to - 8, from);
    pte_mcu_copy16(to, from, 8, p->w > n ? n : n - 1);
    if (p->w == n)
        pte_mcu_copy8(to + 16 * (n - 1), from + 8 * (n - 1));
}

#else
static void pte_mcu_keep_row(const pte_mcu_bands *b, pte_s8 *to, const pte_s8 *from)
{
    const pte_mcu_conv2d *p = b->p;

    for (int32_t i = 0; i < b->blocks; i++, to += b->band)
        for (int32_t j = 0; j < b->pixel * b->columns; j++) {
            const int32_t c = b->together == 1 ? 16 * i + j % b->pixel : j % 8;
            const int32_t x = j / b->pixel - p->pw + (b->together == 2 && j % 16 >= 8);

            if (x >= 0 && x < p->w)
                to[j] = from[x * p->c + c];
        }
}

#endif

void pte_mcu_keep_rows(pte_mcu_bands *b, const pte_s8 *in, int32_t result)
{
    const pte_mcu_conv2d *p = b->p;
    const int32_t y = result % p->oh, picture = result / p->oh, taps = (p->oh - 1) * p->sh + 3;

    for (int32_t ky = 0; ky < 3; ky++) {
        const int32_t at = y * p->sh + ky, i = at % 3, from = at - p->ph;

        if (b->held[i] == picture * taps + at)
            continue;
        b->held[i] = picture * taps + at;
        if (from < 0 || from >= p->h)
            pte_mcu_fill(b->row[i], b->zero, b->blocks * b->band);
        else
            pte_mcu_keep_row(b, b->row[i], in + (picture * p->h + from) * p->w * p->c);
    }
}
