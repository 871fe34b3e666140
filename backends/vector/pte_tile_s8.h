/* SPDX-License-Identifier: 0BSD
 * Tiles of bytes. A step multiplies four bytes of each row with a row of the panel, which has four
 * bytes for each column.
 *
 * A run of k bytes takes (k + 3) / 4 steps. If four do not divide k, the first step is for the
 * first k % 4 bytes, and its other weights are zero; no step reads behind a run of 4 or more. */
#ifndef PTE_TILE_S8_H
#define PTE_TILE_S8_H

#include "pte_tile.h"
#include "pte_vec_s8.h"

/* Weights of a run for one column. */
PTE_INLINE int32_t pte_packed_run(int32_t bytes)
{
    return (bytes + 3) / 4 * 4;
}

/* Row i of the result: bias, plus a[tap * PTE_TILE_ROWS + i][0..k-1] of each tap times the panel's
 * rows in turn, requantised. */
typedef struct pte_tile_s8 {
    const pte_s8 *const *a;
    const pte_s8 *panel;
    const pte_s32 *bias;
    const float *scale, *offset;
    pte_s8 *out;
    ptrdiff_t panel_row, out_row;
    int32_t taps, k;
    pte_range_s8 range;
} pte_tile_s8;

#define T                pte_s8
#define DEPTH            4
#define FN(name)         name##_s8
#define VEC(lanes)       pte_w##lanes
#define FACTORS          OP(bytes)
#define WEIGHTS          OP(bytes)
#define FLOATS           OP(floats)
#define TILE             pte_tile_s8
#define STEPS(k, t)      for (ptrdiff_t k = 0, n = (t)->k % 4; k < (t)->k; k += n ? n : 4, n = 0)
#define FIRST(j)         PART(j, load)(t->bias + j * LANES)
#define SCALES(i, j)     const FLOATS s##j = PART(j, scales)(scale + j * LANES);
#define OFFSETS(i, j)    const FLOATS o##j = PART(j, scales)(offset + j * LANES);
#define REQUANTISE(i, j) sum##i##_##j = OP(requantise)(sum##i##_##j, s##j, o##j, range);
#define ROW_STORE(i)                                                                               \
    COLS(REQUANTISE, i)                                                                            \
    OP(store)(out + i * out_row, sum##i##_0, LAST(i, 1), LAST(i, 2), WIDTH, range);
#define FINISH(ROWS)                                                                               \
    const float *const scale = t->scale, *const offset = t->offset;                                \
    const pte_range_s8 range = t->range;                                                           \
    COLS(SCALES, 0)                                                                                \
    COLS(OFFSETS, 0)                                                                               \
    ROWS(ROW_STORE);
#include "tiles.inc"
#undef FLOATS
#undef SCALES
#undef OFFSETS
#undef REQUANTISE
#undef ROW_STORE

#endif
