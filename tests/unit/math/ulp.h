/* SPDX-License-Identifier: 0BSD
 * Errors of functions of float and of double. */
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

/* The distance of y from the exact value in ulp of `digits` digits; `top` is where infinity is. */
static inline double ulps_of(double y, long double exact, int digits, int smallest, long double top)
{
    long double got = y;
    int e;

    if (isnan(exact) || isnan(y))
        return isnan(exact) && isnan(y) ? 0 : INFINITY;
    if (exact == 0 && y == 0)
        return !signbit(exact) == !signbit(y) ? 0 : INFINITY;
    if (isinf(y))
        got = copysignl(top, got);
    if (fabsl(exact) >= top)
        exact = copysignl(top, exact);
    frexpl(exact, &e);
    return (double)(fabsl(got - exact) / ldexpl(1.0L, (e < smallest ? smallest : e) - digits));
}

static inline double exact_sigmoid(double x)
{
    return x < 0 ? exp(x) / (1.0 + exp(x)) : 1.0 / (1.0 + exp(-x));
}

#endif
