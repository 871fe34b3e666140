/* SPDX-License-Identifier: 0BSD
 * The hyperbolic tangent of floats. */
#include "pte_math_parts.h"

/* For |x| < 0.625 */
static float pte_tanh_near(float x)
{
    const float z = pte_mul_f32(x, x);

    return x + pte_mul_f32(x * z, PTE_TANH_POLY(z));
}

/* 1 - 2 / (exp(2a) + 1), for a >= 0.625 */
static float pte_tanh_far(float a)
{
    const float b = a > 10.0f ? 10.0f : a;

    return 1.0f - 2.0f / (pte_exp_scaled_f32(2.0f * b, 0) + 1.0f);
}

float pte_tanh_f32(float x)
{
    const float a = pte_abs_f32(x);
    float y;

    if (x == 0)
        return x;
    if (a < 0.625f)
        return pte_tanh_near(x);
    y = pte_tanh_far(a);
    return x < 0 ? -y : x > 0 ? y : x;
}
