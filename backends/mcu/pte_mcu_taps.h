/* SPDX-License-Identifier: 0BSD
 * The windows of a convolution, read where they lie: position after position, from the last one
 * back where the result lies behind the input, as memmove() does. */
#ifndef PTE_MCU_TAPS_H
#define PTE_MCU_TAPS_H

#include "pte_mcu_kernels.h"
#include "pte_mcu_sixteen.h"

typedef struct pte_mcu_walk {
    const pte_mcu_conv2d *p;
    const pte_s8 *in;
    pte_s8 *out;
    int32_t zero, step; /* the input's zero point; 1 or -1 */
    int32_t b, y, x;    /* the position of the result, which goes to `out` */
    ptrdiff_t first;    /* from `in` to its first tap, which may lie outside of the picture */
} pte_mcu_walk;

pte_mcu_walk pte_mcu_walk_of(pte_s8 *out, const pte_s8 *in, const pte_mcu_conv2d *p, int32_t zero);

/* It moves on to the next position. */
void pte_mcu_next(pte_mcu_walk *k);

PTE_INLINE int32_t pte_mcu_top(const pte_mcu_walk *k)
{
    return k->y * k->p->sh - k->p->ph;
}

PTE_INLINE int32_t pte_mcu_left(const pte_mcu_walk *k)
{
    return k->x * k->p->sw - k->p->pw;
}

/* Copies the window: of each tap `channels` bytes from channel `c` on, `pixel` bytes from one tap
 * to the next, the zero point for those outside of the picture. */
void pte_mcu_gather(pte_s8 *to, const pte_mcu_walk *k, int32_t c, int32_t channels, int32_t pixel);

#if PTE_MCU_MVE
/* So many rows of n bytes, from one to the next `pitch` bytes, and `step` of the copies. */
PTE_INLINE void pte_mcu_copy_rows(pte_s8 *to, int32_t step, const pte_s8 *from, int32_t pitch,
                                  int32_t rows, int32_t n)
{
    const int32_t moved = (n + 15) & -16;

    __asm__ volatile("1:\n\t"
                     "dlstp.8 lr, %[n]\n"
                     "2:\n\t"
                     "vldrb.8 q0, [%[from]], #16\n\t"
                     "vstrb.8 q0, [%[to]], #16\n\t"
                     "letp lr, 2b\n\t"
                     "add %[from], %[from], %[pitch]\n\t"
                     "add %[to], %[to], %[step]\n\t"
                     "subs %[rows], %[rows], #1\n\t"
                     "bne 1b"
                     : [to] "+r"(to), [from] "+r"(from), [rows] "+r"(rows)
                     : [n] "r"(n), [step] "r"(step - moved), [pitch] "r"(pitch - moved)
                     : "q0", "lr", "cc", "memory");
}

/* Of how many positions, from that of the walk on along its row, do the windows lie in the picture,
 * their rows without gaps? */
PTE_INLINE int32_t pte_mcu_count_whole(const pte_mcu_walk *k)
{
    const pte_mcu_conv2d *p = k->p;
    const int32_t left = pte_mcu_left(k), room = p->w - p->kw - left, top = pte_mcu_top(k);
    const int32_t positions = k->step > 0 ? p->ow - k->x : k->x + 1;

    if (p->groups * p->dh * p->dw != 1 || left < 0 || room < 0 || top < 0 || top > p->h - p->kh)
        return 0;
    const int32_t whole = (k->step > 0 ? room : left) / p->sw + 1;

    return whole < positions ? whole : positions;
}

/* The factors of so many windows, the first one's from `from` on, `step` bytes from one to the
 * next. one: room for a copy */
void pte_mcu_widen_windows(pte_s16 *to, pte_s8 *one, const pte_s8 *from, int32_t step,
                           int32_t windows, int32_t four_bits, const pte_mcu_conv2d *p);

/* The factors of so many positions of n bytes, from one to the next `pitch`. Returns where a
 * further one would start. */
const pte_s8 *pte_mcu_widen_each(pte_s16 *to, const pte_s8 *from, int32_t pitch, int32_t positions,
                                 int32_t n, int32_t four_bits);
#elif PTE_MCU_WIDENS_EACH
PTE_INLINE const pte_s8 *pte_mcu_widen_each(pte_s16 *to, const pte_s8 *from, int32_t pitch,
                                            int32_t positions, int32_t n, int32_t four_bits)
{
    (void)four_bits;
    for (; positions > 0; positions--, from += pitch, to += 2)
        pte_mcu_widen(to, from, n);
    return from;
}
#endif

/* The taps of a depthwise convolution's window, where they lie, or copied if their channels are not
 * read by fours. */
typedef struct pte_mcu_span {
    int32_t from;
    uint32_t n;
} pte_mcu_span;

typedef struct pte_mcu_window {
    const pte_s8 *tap[PTE_MCU_TAPS + 3]; /* the last one twice, if need be; written by fours */
    pte_s8 *scratch;                     /* the copy, or a tap outside of the picture */
    int inside;                          /* all in the picture */
    pte_mcu_span rows, columns;          /* of results whose windows are */
    ptrdiff_t first;                     /* of the walk where they were placed */
} pte_mcu_window;

PTE_INLINE int pte_mcu_is_inside(const pte_mcu_window *w, const pte_mcu_walk *k)
{
    return (uint32_t)(k->y - w->rows.from) < w->rows.n &&
           (uint32_t)(k->x - w->columns.from) < w->columns.n;
}

void pte_mcu_start_taps(pte_mcu_window *w, const pte_mcu_walk *k, pte_s8 *scratch);

/* Returns how many bytes behind `tap` they are. */
ptrdiff_t pte_mcu_place_taps(pte_mcu_window *w, const pte_mcu_walk *k);

#endif
