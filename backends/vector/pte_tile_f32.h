/* SPDX-License-Identifier: 0BSD
 * Tiles of floats. A step multiplies one element of each row with a row of the panel. */
#ifndef PTE_TILE_F32_H
#define PTE_TILE_F32_H

#include "pte_tile.h"
#include "pte_vec.h"

/* Tiles, one below the other. Row i of one: bias, plus a[tap * a_step + i][offset[tap *
 * offset_step] + 0..k-1] of each tap times the panel's rows in turn, plus `add`, clamped. */
typedef struct pte_tile_f32 {
    const float *const *a;
    const ptrdiff_t *offset;
    const float *panel, *bias, *add; /* add: NULL if there is none */
    float *out;
    const float *ahead; /* what comes after the panel: it is fetched, ahead_step elements a step */
    ptrdiff_t a_tile, a_step, offset_step, panel_row, ahead_step, out_row, add_row;
    int32_t columns, tiles, taps, k;
    float lo, hi;
} pte_tile_f32;

#define T                 float
#define DEPTH             1
#define FN(name)          name##_f32
#define VEC(lanes)        pte_v##lanes
#define FACTORS           V
#define WEIGHTS           V
#define TILE              pte_tile_f32
#define STEPS(i, from, n) for (ptrdiff_t i = (from), end = i + (n); i < end; i++)
#define FIRST(j)          OF(load, j, t->bias + j * LANES)
#define ADD(i, j)         sum##i##_##j = ALL(add, sum##i##_##j, OF(load, j, add + i * add_row + j * LANES));
#define STORE(i, j)       OF(store, j, out + i * out_row + j * LANES, ALL(clamp, sum##i##_##j, lo, hi));
#define ROW_ADD(i)        COLS(ADD, i)
#define ROW_STORE(i)      COLS(STORE, i)
#define FINISH(ROWS, rows, row)                                                                    \
    const ptrdiff_t add_row = t->add_row;                                                          \
    const float *const add = t->add ? t->add + (row)*add_row : NULL;                               \
    const float lo = t->lo, hi = t->hi;                                                            \
    WHEN(add, ROWS(ROW_ADD))                                                                       \
    ROWS(ROW_STORE);
#define KEEPS      0
#define TWICE      0
#define MOST_LANES PTE_LANES_F32
#define HOLD(v)    ((void)0)
#ifdef PTE_LANES_M8
#define MOVE_DOWN(t, n)                                                                            \
    ((t)->out += (n) * (t)->out_row, (t)->add = (t)->add ? (t)->add + (n) * (t)->add_row : NULL)
#elif defined(PTE_BY_LANE_F32)
#define BY_LANE     PTE_BY_LANE_F32
#define LANE_FACTOR OP(lanes)
#ifdef PTE_TWO_WEIGHTS_F32
#define TWO_WEIGHTS
#endif
#define EXTREME(t) 0
#endif
#include "tiles.inc"
#undef FN
#undef ADD
#undef STORE
#undef ROW_ADD
#undef ROW_STORE

/* The same where only the first `exist` columns are those of the result. */
PTE_INLINE void pte_tile_run_part(const pte_tile_f32 *t, int32_t rows, int32_t exist)
{
    float line[PTE_TILE_ROWS * PTE_PANEL];
    pte_tile_f32 part = *t;

    if (exist >= t->columns) {
        pte_tile_run_f32(t, rows);
        return;
    }
    for (int32_t i = 0; t->add && i < rows; i++)
        for (int32_t j = 0; j < exist; j++)
            line[i * PTE_PANEL + j] = t->add[i * t->add_row + j];
    part.add = t->add ? line : NULL;
    part.out = line;
    part.add_row = part.out_row = PTE_PANEL;
    pte_tile_run_f32(&part, rows);
    for (int32_t i = 0; i < rows; i++)
        for (int32_t j = 0; j < exist; j++)
            t->out[i * t->out_row + j] = line[i * PTE_PANEL + j];
}

#endif
