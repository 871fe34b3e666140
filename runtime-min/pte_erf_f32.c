/* SPDX-License-Identifier: 0BSD
 * The error function. */
#include "pte_math_parts.h"

/* For |x| < 0.9375 */
static float pte_erf_near(float x)
{
    const float z = pte_mul_f32(x, x);

    return x + pte_mul_f32(x, PTE_ERF_POLY(z));
}

/* 1 - exp(log(erfc(a))), for 0.9375 <= a < 3.9375 */
static float pte_erf_far(float a)
{
    return 1.0f - pte_exp_short_f32(-PTE_ERFC_LOG_POLY(a));
}

float pte_erf_f32(float x)
{
    const float a = pte_abs_f32(x);
    float y;

    if (a < 0.9375f)
        return pte_erf_near(x);
    y = a < 3.9375f ? pte_erf_far(a) : 1.0f;
    return x < 0 ? -y : x > 0 ? y : x;
}
