/* SPDX-License-Identifier: 0BSD
 * Depthwise convolution of quantised bytes up to the sums. Four rows of a column are multiplied at
 * once, so their bytes are brought together for each channel, once for all windows that the column
 * is in. */
#ifndef PTE_DWCONV_S8_H
#define PTE_DWCONV_S8_H

#include "pte_vec_kernels.h"
#include "pte_vec_s8.h"
#include "pte_window.h"

enum {
    DW_LINES = PTE_VEC_TAPS,     /* of a window */
    DW_NEAR = 4 * PTE_VEC_QUADS, /* vectors of brought bytes: four for each quad of a window */
    DW_PLANE = 41, /* vectors of a plane at most: odd, so that planes share no lines of a cache */
    DW_BLOCK = 64, /* channels at once */
#ifdef PTE_LANES_M8
    DW_HELD_WEIGHTS = 8 * 1024, /* of the largest windows, those of 16 channels */
    DW_VECTOR = PTE_LANES_M8 < DW_BLOCK ? PTE_LANES_M8 : DW_BLOCK,
#else
    DW_VECTOR = PTE_LANES_S8 >= 4 ? 4 * PTE_LANES_S8 : 16, /* bytes of the widest vector */
#endif
};

/* Do registers hold the columns of a window, sums and constants? */
#if PTE_LANES_S8 == 16 && defined(PTE_DPBUSD)
#define DW_CARRIES 1
#else
#define DW_CARRIES 0
#endif

/* From a vector of brought bytes to the next one of its plane, and to the same one of the next
 * plane: planes lie behind each other, or their vectors side by side. */
#if PTE_PUTS_ROWS
#define DW_PITCH(V)         (4 * (ptrdiff_t)sizeof(V))
#define DW_BESIDE(V, plane) (ptrdiff_t)sizeof(V)
#else
#define DW_PITCH(V)         (ptrdiff_t)sizeof(V)
#define DW_BESIDE(V, plane) (plane)
#endif

/* From the first part of brought bytes to the second one, if there is one. */
#define DW_PART (DW_NEAR * (ptrdiff_t)DW_VECTOR)

/* A row of the image: its first column, and how far the next one is; 0: all columns are alike */
typedef struct dw_line {
    const pte_s8 *at;
    ptrdiff_t step;
} dw_line;

typedef struct dw_tile_s8 {
    const pte_conv2d *p;
    const pte_s8 *image;
    dw_line *line;                /* of a row's windows; four for each quad */
    const pte_s8 *weight, *zeros; /* zeros: what lies outside the image */
    const pte_s32 *bias;
    const pte_f32 *scale, *offset;
    ptrdiff_t out_step;
    int32_t w, sw, kw, dw; /* w: columns of the image */
    int32_t quads, packed; /* quads: of a column; packed: channels of the weights */
    pte_range_s8 range;
    int32_t flat; /* channels, if a vector has those of several positions; 0: of one */
    int32_t some; /* positions of a vector: 1 << some */
    int own;      /* has each tap of a row planes of its own? */
    ptrdiff_t plane;
    int32_t most;    /* positions for whose windows there is room */
    int32_t extreme; /* as in pte_tile_s8 */
} dw_tile_s8;

/* Positions side by side in a row of the result, or in all; x: where the first one's window starts.
 */
typedef struct dw_run {
    int32_t x, positions;
    pte_s8 *out;
} dw_run;

/* Channels side by side, `count` of them from the first on; sum j of four lies at at + j * step. */
typedef struct dw_block {
    int32_t first, count, at, step;
} dw_block;

#if PTE_LANES_S8 >= 4
PTE_INLINE int32_t dw_vectors(const dw_tile_s8 *t, int32_t positions)
{
    return (positions + (1 << t->some) - 1) >> t->some;
}

/* From a vector of positions to the next, and to the last one, which may overlap. */
typedef struct dw_steps {
    ptrdiff_t step, last;
} dw_steps;

PTE_INLINE dw_steps dw_steps_of(const dw_tile_s8 *t, int32_t positions, ptrdiff_t position)
{
    const int32_t over = (dw_vectors(t, positions) << t->some) - positions;
    const dw_steps s = {position << t->some, ((1 << t->some) - over) * position};

    return s;
}
#endif

/* How what windows read is laid out. Taps share planes if that brings them to whole 16 bytes; where
 * rows are put together, to whole vectors. */
PTE_INLINE void dw_set_room(dw_tile_s8 *t)
{
    const int32_t planes = pte_least(DW_NEAR / 4 / t->quads, DW_PLANE);
    const int32_t own_planes = pte_least(DW_NEAR / 4 / t->quads / t->kw, DW_PLANE);
    const int32_t reach = (t->kw - 1) * t->dw + 1;

    t->own = reach > planes || t->flat % (PTE_PUTS_ROWS ? DW_VECTOR : 16) != 0;
    t->plane = (t->own ? own_planes : planes) * (ptrdiff_t)DW_VECTOR;
    t->most = t->own ? own_planes << t->some : ((planes << t->some) - reach) / t->sw + 1;
}

/* Are windows three columns, side by side, of up to four rows? */
PTE_INLINE int dw_carries(const dw_tile_s8 *t)
{
    return t->kw == 3 && t->dw == 1 && t->quads == 1;
}

/* Channels at once, in 16. */
#ifdef PTE_LANES_M8
PTE_INLINE int32_t dw_most(const pte_conv2d *p)
{
    int32_t most = DW_VECTOR / 16;

    while (16 * most * p->kh * p->kw > DW_HELD_WEIGHTS)
        most /= 2;
    return most;
}
#define DW_MOST(p) dw_most(p)
#else
#define DW_MOST(p) (PTE_LANES_S8 < 8 ? 1 : PTE_LANES_S8 / 4)
#endif

/* Sets `flat` to `t` for positions of which several fill the widest vector; false: they do not. */
PTE_INLINE int dw_flat_s8(dw_tile_s8 *flat, const dw_tile_s8 *t, const pte_conv2d *p)
{
    *flat = *t;
    if (PTE_LANES_S8 < 4 || (DW_CARRIES && dw_carries(t)) || !pte_repeats(p->c) ||
        DW_VECTOR <= p->c || p->sw != 1 || p->is.w != p->c || p->os.w != p->c)
        return 0;
#ifdef PTE_LANES_M8
    if (16 * DW_MOST(p) < DW_VECTOR)
        return 0;
#endif
    flat->flat = p->c;
    while (p->c << flat->some < DW_VECTOR)
        flat->some++;
    dw_set_room(flat);
    return 1;
}

/* Sets the lines of the windows of `rows` of the result, from row y on. */
PTE_INLINE void dw_point_s8(const dw_tile_s8 *t, int32_t y, int32_t rows)
{
    const pte_conv2d *p = t->p;

    y = y * p->sh - p->ph;
    for (int32_t ky = 0; ky < 4 * t->quads; ky++, y += p->dh) {
        t->line[ky] = (dw_line){t->zeros, 0};
        if (ky < p->kh + rows - 1 && y >= 0 && y < p->h)
            t->line[ky] = (dw_line){t->image + (ptrdiff_t)y * p->is.h, p->is.w};
    }
}

#ifdef PTE_LANES_M8
/* What the windows of a block multiply, its channels in the order of memory: of tap i the weights
 * from number i * row on. */
typedef struct dw_held {
    ptrdiff_t first, row;
    pte_s32 bias[DW_BLOCK];
    pte_f32 scale[DW_BLOCK], offset[DW_BLOCK];
    PTE_ALIGN(8) int16_t weight[DW_HELD_WEIGHTS];
} dw_held;

/* Four channels side by side are so in a block too. */
PTE_NOINLINE static void dw_hold(dw_held *held, const dw_tile_s8 *t, const dw_block *b,
                                 int adds_offset)
{
    const int32_t fours = (b->count + 15) / 16 * 4;

    held->first = b->first;
    held->row = 4 * fours;
    for (int32_t i = 0; i < fours; i++) {
        const int32_t at = b->at + i % 4 * b->step + i / 4 * 4;

        __builtin_memcpy(held->bias + 4 * i, t->bias + at, 16);
        __builtin_memcpy(held->scale + 4 * i, t->scale + at, 16);
        if (adds_offset)
            __builtin_memcpy(held->offset + 4 * i, t->offset + at, 16);
    }
    for (int32_t tap = 0; tap < t->quads * t->kw; tap++)
        for (int32_t j = 0; j < 4; j++) {
            const int32_t y = tap / t->kw * 4, kh = t->p->kh;
            int16_t *const to = held->weight + held->row * (y * t->kw + tap % t->kw) + 4 * j;

            pte_wm8_put_rows(to, held->row * t->kw, pte_least(kh - y, 4),
                             t->weight + (ptrdiff_t)4 * (tap * t->packed + b->at + j * b->step),
                             (size_t)fours);
        }
}
#elif PTE_LANES_S8 == 16
#define V pte_w16
#include "bring_s8.inc"
#endif
#if PTE_LANES_S8 >= 8 && !defined(PTE_LANES_M8)
#define V pte_w8
#include "bring_s8.inc"
#endif
#if PTE_LANES_S8 >= 4 && !defined(PTE_LANES_M8)
#define V pte_w4
#include "bring_s8.inc"
#endif

#endif
