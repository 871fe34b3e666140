/* SPDX-License-Identifier: 0BSD
 * Errors of functions of float. */
#ifndef ULP_H
#define ULP_H

#include <math.h>

/* The distance of y from the exact value in units of the last place of a float. */
static inline double ulps(float y, double exact)
{
    double got = y, scale;
    int e;

    if (isnan(exact) || isnan(y))
        return isnan(exact) && isnan(y) ? 0 : INFINITY;
    if (isinf(y)) /* where infinity stands on the line of floats */
        got = copysign(0x1p128, got);
    if (isinf(exact))
        return got == copysign(0x1p128, exact) ? 0 : INFINITY;
    if (exact == 0 && y == 0)
        return !signbit(exact) == !signbit(y) ? 0 : INFINITY;
    if (fabs(exact) >= 0x1p128) /* beyond: only infinity or the largest float come near */
        exact = copysign(0x1p128, exact);
    frexp(exact, &e);
    scale = ldexp(1.0, (e < -125 ? -125 : e) - 24);
    return fabs(got - exact) / scale;
}

static inline double exact_sigmoid(double x)
{
    return x < 0 ? exp(x) / (1.0 + exp(x)) : 1.0 / (1.0 + exp(-x));
}

#endif
