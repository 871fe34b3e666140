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
    DW_VECTOR = PTE_LANES_S8 >= 4 ? 4 * PTE_LANES_S8 : 16, /* bytes of the widest vector */
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

/* Sets `flat` to `t` for positions of which several fill the widest vector; false: they do not. */
PTE_INLINE int dw_flat_s8(dw_tile_s8 *flat, const dw_tile_s8 *t, const pte_conv2d *p)
{
    *flat = *t;
    if (PTE_LANES_S8 < 4 || (DW_CARRIES && dw_carries(t)) || !pte_repeats(p->c) ||
        DW_VECTOR <= p->c || p->sw != 1 || p->is.w != p->c || p->os.w != p->c)
        return 0;
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

#if PTE_LANES_S8 == 16
#define V pte_w16
#include "bring_s8.inc"
#endif
#if PTE_LANES_S8 >= 8
#define V pte_w8
#include "bring_s8.inc"
#endif
#if PTE_LANES_S8 >= 4
#define V pte_w4
#include "bring_s8.inc"
#endif

#endif
