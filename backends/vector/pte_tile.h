/* SPDX-License-Identifier: 0BSD
 * Panels: how the weights of a matrix product are packed, the same for every instruction set.
 *
 * A panel has PTE_PANEL columns; the last one is as wide as what is left, rounded up to 8, and 40
 * to 48. It has one row for each step of the sum, so that every instruction set reads the same
 * bytes in order, each with vectors of its own width. */
#ifndef PTE_TILE_H
#define PTE_TILE_H

#include "pte_rt.h"

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

#endif
