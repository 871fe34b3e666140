/* SPDX-License-Identifier: 0BSD
 * What an exact sum becomes as a quantised number, by the formula of docs/numerics.md, rounding by
 * rounding. */
#ifndef REQUANT_H
#define REQUANT_H

#include <math.h>
#include <stdint.h>

static inline int32_t expect_fbias(int64_t sum, float scale, float bias, const int32_t *q)
{
    const volatile float whole = (float)sum, product = whole * scale, real = product + bias;
    const double result = nearbyint((double)real) + q[1];

    return (int32_t)fmin(fmax(result, q[2]), q[3]);
}

#endif
