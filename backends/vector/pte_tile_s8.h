/* SPDX-License-Identifier: 0BSD
 * Tiles of bytes. A step multiplies four bytes of each row with a row of the panel, which has four
 * bytes for each column.
 *
 * A run of k bytes takes (k + 3) / 4 steps. If four do not divide k, the first step is for the
 * first k % 4 bytes, and its other weights are zero; no step reads behind a run of 4 or more.
 */
#ifndef PTE_TILE_S8_H
#define PTE_TILE_S8_H

#include "pte_tile.h"
#include "pte_vec_s8.h"

/* Weights of a run for one column. */
PTE_INLINE int32_t pte_packed_run(int32_t bytes)
{
    return (bytes + 3) / 4 * 4;
}

#ifdef PTE_BY_PAIR_S8
/* What tiles by pairs of rows read of eight columns: pair_words and pair_weights made it. */
typedef struct pte_paired_s8 {
    pte_s32 bias[16];
    float scale[16], shift[16];
    pte_s8 weights[36 * 1024];
} pte_paired_s8;
#endif

/* Tiles, one below the other. Row i of one: bias, plus a[tap * a_step + i][offset[tap *
 * offset_step] + 0..k-1] of each tap times the panel's rows in turn, requantised. */
typedef struct pte_tile_s8 {
    const pte_s8 *const *a;
    const ptrdiff_t *offset;
    const pte_s8 *panel;
#ifdef PTE_BY_PAIR_S8
    const pte_paired_s8 *paired; /* the same for tiles by pairs of rows; NULL: there are none */
#endif
    const pte_s32 *bias;
    const float *scale, *shift;
    pte_s8 *out;
    const pte_s8 *ahead; /* what comes after the panel: it is fetched, ahead_step elements a step */
    ptrdiff_t a_tile, a_step, offset_step, panel_row, ahead_step, out_row;
    int32_t columns, tiles, taps, k;
    pte_range_s8 range;
    int32_t extreme; /* where PTE_ADDS_IN_16: may the weights' products be too large for that? */
} pte_tile_s8;

#endif
