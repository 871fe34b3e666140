/* SPDX-License-Identifier: 0BSD
 * Matrix products tile by tile: a few rows of sums times one panel of weights, in registers.
 *
 * Weights are packed in panels of PTE_PANEL columns; the last one is as wide as what is left,
 * rounded up to 8, and 40 to 48. A panel has one row for each product of the sum, so that every
 * instruction set reads the same bytes in order, each with vectors of its own width. */
#ifndef PTE_TILE_F32_H
#define PTE_TILE_F32_H

#include "pte_vec.h"

enum { PTE_PANEL = 48 };

/* Width of a panel of which `left` columns are used. */
PTE_INLINE int32_t pte_panel_width(int32_t left)
{
    const int32_t width = (left + 7) / 8 * 8;

    return width >= 40 ? PTE_PANEL : width;
}

/* Columns of all panels of a matrix. */
PTE_INLINE int32_t pte_packed_columns(int32_t columns)
{
    return columns / PTE_PANEL * PTE_PANEL +
           (columns % PTE_PANEL ? pte_panel_width(columns % PTE_PANEL) : 0);
}

/* Row i of the result: bias, plus a[tap * PTE_TILE_ROWS + i][0..k-1] of each tap times the panel's
 * rows in turn, plus `add`, clamped. */
typedef struct pte_tile_f32 {
    const float *const *a;
    const float *panel, *bias, *add; /* add: NULL if there is none */
    float *out;
    ptrdiff_t panel_row, out_row, add_row;
    int32_t taps, k;
    float lo, hi;
} pte_tile_f32;

#if PTE_LANES_F32 == 16
#define V     pte_v16
#define NV    1
#define TILES pte_tiles_16
#include "tile_f32.inc"
#define V     pte_v16
#define NV    2
#define TILES pte_tiles_32
#include "tile_f32.inc"
#define V     pte_v16
#define NV    3
#define TILES pte_tiles_48
#include "tile_f32.inc"
#define V  pte_v16
#define NV 1
#define HALF
#define TILES pte_tiles_8
#include "tile_f32.inc"
#define V  pte_v16
#define NV 2
#define HALF
#define TILES pte_tiles_24
#include "tile_f32.inc"
#elif PTE_LANES_F32 == 8
#define V     pte_v8
#define NV    1
#define TILES pte_tiles_8
#include "tile_f32.inc"
#define V     pte_v8
#define NV    2
#define TILES pte_tiles_16
#include "tile_f32.inc"
#define V     pte_v8
#define NV    3
#define TILES pte_tiles_24
#include "tile_f32.inc"
#elif PTE_LANES_F32 == 4
#define V     pte_v4
#define NV    2
#define TILES pte_tiles_8
#include "tile_f32.inc"
#else
#define V     pte_v1
#define NV    2
#define TILES pte_tiles_2
#include "tile_f32.inc"
#endif

/* Columns of the widest tile that fits into `left` columns of a panel. */
PTE_INLINE int32_t pte_tile_columns(int32_t left)
{
#if PTE_LANES_F32 == 16
    return left >= 48 ? 48 : left >= 32 ? 32 : left >= 24 ? 24 : left >= 16 ? 16 : 8;
#elif PTE_LANES_F32 == 8
    return left >= 24 ? 24 : left;
#else
    (void)left;
    return PTE_LANES_F32 * 2;
#endif
}

PTE_INLINE void pte_tile_run(const pte_tile_f32 *t, int32_t rows, int32_t columns)
{
    switch (columns) {
#if PTE_LANES_F32 == 16
    case 48:
        pte_tiles_48[rows - 1](t);
        break;
    case 32:
        pte_tiles_32[rows - 1](t);
        break;
#endif
#if PTE_LANES_F32 >= 8
    case 24:
        pte_tiles_24[rows - 1](t);
        break;
    case 16:
        pte_tiles_16[rows - 1](t);
        break;
#endif
#if PTE_LANES_F32 >= 4
    case 8:
        pte_tiles_8[rows - 1](t);
        break;
#else
    case 2:
        pte_tiles_2[rows - 1](t);
        break;
#endif
    default:
        break;
    }
}

#endif
