/* SPDX-License-Identifier: 0BSD
 * What the loops of several kernels share: tile sizes, and which part of a sliding window lies
 * inside the input. */
#ifndef PTE_WINDOW_H
#define PTE_WINDOW_H

#include "pte_rt.h"

/* Sums held at once, the constant length of their innermost loops, dot products side by side. */
enum { PTE_LANES = 64, PTE_BLOCK = 16, PTE_DOTS = 4 };

/* What the sums held at once are: positions of a row, channels of a position, dot products. */
typedef enum pte_lanes { PTE_BY_POSITION, PTE_BY_CHANNEL, PTE_BY_DOT } pte_lanes;

PTE_INLINE int32_t pte_channels_across(pte_lanes lanes)
{
    return lanes == PTE_BY_DOT ? PTE_DOTS : lanes == PTE_BY_CHANNEL ? PTE_LANES : 1;
}

/* Outputs computed together: offsets into the tensors, of the first tap inside the input. */
typedef struct pte_tile {
    ptrdiff_t in, weight, out;
    ptrdiff_t in_step, weight_step, out_step; /* from lane to lane */
    int32_t n, rows, cols;                    /* lanes; taps inside the input */
} pte_tile;

typedef struct pte_span {
    int32_t first, count;
} pte_span;

PTE_INLINE int32_t pte_least(int32_t a, int32_t b)
{
    return a < b ? a : b;
}

/* The taps i of 0..k-1 with start + i * dilation in 0..size-1. */
PTE_INLINE pte_span pte_taps(int32_t start, int32_t k, int32_t dilation, int32_t size)
{
    const int32_t end = start < size ? pte_least((size - 1 - start) / dilation + 1, k) : 0;
    pte_span s = {0, 0};

    if (start < 0)
        s.first = (dilation - 1 - start) / dilation;
    if (end > s.first)
        s.count = end - s.first;
    return s;
}

/* The outputs of 0..outputs-1 whose k taps all lie in 0..size-1. */
PTE_INLINE pte_span pte_interior(int32_t outputs, int32_t stride, int32_t pad, int32_t k,
                                 int32_t dilation, int32_t size)
{
    const int32_t slack = size - 1 + pad - (k - 1) * dilation;
    const int32_t end = slack >= 0 ? pte_least(slack / stride + 1, outputs) : 0;
    pte_span s = {(pad + stride - 1) / stride, 0};

    if (end > s.first)
        s.count = end - s.first;
    return s;
}

/* How many outputs from x on form one tile: those whose window is cut by an edge go one by one. */
PTE_INLINE int32_t pte_run_length(int32_t x, pte_span interior)
{
    const int32_t left = interior.first + interior.count - x;

    return x >= interior.first && left > 0 ? pte_least(left, PTE_LANES) : 1;
}

#endif
