/* SPDX-License-Identifier: 0BSD
 * What averages divide by, and the range of results. */
#ifndef PTE_POOL_H
#define PTE_POOL_H

#include "pte_kernels.h"
#include "pte_window.h"

PTE_INLINE float pte_pool_limit_f32(float v, const pte_pool2d *p)
{
    return v < p->lo ? p->lo : v > p->hi ? p->hi : v;
}

PTE_INLINE double pte_pool_limit_f64(double v, const pte_pool2d *p)
{
    return v < (double)p->lo ? (double)p->lo : v > (double)p->hi ? (double)p->hi : v;
}

/* What to divide by for output (y, x), of whose window `inside` elements lie in the input. */
PTE_INLINE int32_t pte_pool_divisor(const pte_pool2d *p, int32_t y, int32_t x, int32_t inside)
{
    if (p->divisor)
        return p->divisor;
    if (!p->count_pad)
        return inside;
    return pte_taps(y * p->sh, p->kh, p->dh, p->h + 2 * p->ph).count *
           pte_taps(x * p->sw, p->kw, p->dw, p->w + 2 * p->pw).count;
}

#endif
