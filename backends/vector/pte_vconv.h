/* SPDX-License-Identifier: 0BSD
 * What convolutions as matrix products share whatever their type is. */
#ifndef PTE_VCONV_H
#define PTE_VCONV_H

#include "pte_vec.h"
#include "pte_vec_kernels.h"
#include "pte_window.h"

enum {
    VCONV_TAPS = PTE_VEC_TAPS,         /* of a window */
    VCONV_POINTERS = 2048,             /* of a block of tiles: for the taps of one tile at least */
    VCONV_TILES = 256 / PTE_TILE_ROWS, /* in a block */
    VCONV_NEAR_BYTES =
        16 * 1024, /* of weights that stay in the first cache beside a tile's input */
    VCONV_BESIDE_BYTES = 8 * 1024,        /* of such input */
    VCONV_BLOCK_BYTES = 400 * 1024,       /* of input that a block of tiles reads beside others */
    VCONV_LINES_BYTES = 16 * 1024,        /* of copied rows */
    VCONV_RESULT_BYTES = 192 * 1024,      /* of results to which parts of sums are added */
    VCONV_APART_BYTES = 1024,             /* multiples of which make rows share lines of a cache */
    VCONV_PACKED_ROWS = 128,              /* that are copied at a time */
    VCONV_COPY_BYTES = PTE_VEC_ROW_BYTES, /* of rows of bytes that are copied at a time */
    /* Products of a sum whose weights stay near, measured: in the first cache, or, where processors
     * have a large second one, there. */
    VCONV_DEPTH = PTE_LANES_F32 == 16 ? 512 : 128,
    VCONV_PACKS = PTE_LANES_F32 < 16, /* are such rows copied? */
    VCONV_FEW_FILTERS = 16,           /* that do not pay for joining the runs that they read */
    VCONV_BEHIND = 4,                 /* elements that are read behind a short row */
    VCONV_SLACK = 64,                 /* that a copy may write behind its own */
};

/* Positions and channels of the result, and products of their sums. */
typedef struct pte_vconv_part {
    int32_t first, rows;        /* positions */
    int32_t oc, columns, exist; /* channels that are computed, and how many of them exist */
    int32_t from, to;           /* elements of a filter's packed weights */
} pte_vconv_part;

/* Are more channels computed than exist? Never by tiles with masks. */
PTE_INLINE int pte_vconv_exceeds(const pte_vconv_part *p)
{
    return PTE_LANES_F32 != 16 && p->exist < p->columns;
}

/* The windows of a tile's positions. */
typedef struct pte_vconv_windows {
    int32_t y[PTE_TILE_ROWS], x[PTE_TILE_ROWS]; /* corners */
    ptrdiff_t at[PTE_TILE_ROWS];                /* of the corner in the input */
    int rows_inside, columns_inside;
    int in_line; /* all inside, one beside the other; only at[0] is set */
} pte_vconv_windows;

PTE_NOINLINE static void pte_vconv_look_at_each(const pte_conv2d *p, int32_t rows, int32_t y,
                                                int32_t x, pte_vconv_windows *w)
{
    w->rows_inside = w->columns_inside = 1;
    w->in_line = 0;
    PTE_ROLLED
    for (int32_t i = 0; i < PTE_TILE_ROWS; i++) {
        const int32_t y0 = y * p->sh - p->ph, x0 = x * p->sw - p->pw;

        w->y[i] = y0;
        w->x[i] = x0;
        w->at[i] = (ptrdiff_t)y0 * p->is.h + (ptrdiff_t)x0 * p->is.w;
        w->rows_inside &= y0 >= 0 && y0 + (p->kh - 1) * p->dh < p->h;
        w->columns_inside &= x0 >= 0 && x0 + (p->kw - 1) * p->dw < p->w;
        if (i + 1 >= rows) /* pointers of rows that the tile lacks are as those of its last */
            continue;
        x++;
        if (x == p->ow) {
            x = 0;
            y++;
        }
    }
}

PTE_NOINLINE static void pte_vconv_look(const pte_conv2d *p, int32_t first, int32_t rows,
                                        pte_vconv_windows *w)
{
    const int32_t y = p->oh == 1 ? 0 : first / p->ow, x = first - y * p->ow;
    const int32_t y0 = y * p->sh - p->ph, x0 = x * p->sw - p->pw;
    const int32_t width = (rows - 1) * p->sw + (p->kw - 1) * p->dw + 1;

    if (y0 < 0 || y0 + (p->kh - 1) * p->dh >= p->h || x0 < 0 || x0 + width > p->w) {
        pte_vconv_look_at_each(p, rows, y, x, w);
        return;
    }
    w->rows_inside = w->columns_inside = w->in_line = 1;
    w->at[0] = (ptrdiff_t)y0 * p->is.h + (ptrdiff_t)x0 * p->is.w;
}

/* Of n channels those of a group; a division takes as long as a small row of sums. */
PTE_INLINE int32_t pte_vconv_share(int32_t n, const pte_conv2d *p)
{
    return p->groups == 1 ? n : n / p->groups;
}

/* An image of one column is one row. */
PTE_INLINE pte_conv2d pte_vconv_lying(const pte_conv2d *p)
{
    pte_conv2d f = *p;

    if (p->kw == 1 && p->w == 1 && p->ow == 1 && p->pw == 0) {
        f.w = p->h, f.ow = p->oh, f.kw = p->kh, f.sw = p->sh, f.pw = p->ph, f.dw = p->dh;
        f.h = p->w, f.oh = p->ow, f.kh = p->kw, f.sh = p->sw, f.ph = p->pw, f.dh = p->dw;
        f.is.w = p->is.h, f.is.h = p->is.w, f.os.w = p->os.h, f.os.h = p->os.w;
    }
    return f;
}

/* A 1x1 convolution that visits all positions of its rows in memory order has one long row, from
 * element *start of the input on: then, or if it lies, *own describes it. */
PTE_INLINE const pte_conv2d *pte_vconv_flat(const pte_conv2d *p, pte_conv2d *own, ptrdiff_t *start)
{
    *start = 0;
    if (p->h == 1 && p->oh == 1 && p->kh == 1 && p->ph == 0)
        return p;
    pte_conv2d f = pte_vconv_lying(p);

    if (f.kh == 1 && f.kw == 1 && f.sh == 1 && f.sw == 1 && f.ph <= 0 && f.pw == 0 && f.ow == f.w &&
        f.oh - f.ph <= f.h && f.is.h == f.w * f.is.w) {
        *start = (ptrdiff_t)-f.ph * f.is.h;
        f.ph = 0;
        f.w = f.ow = f.oh * f.w;
        f.h = f.oh = 1;
    }
    *own = f;
    return own;
}

#endif
