/* SPDX-License-Identifier: 0BSD
 * The exponential and what is made of it. */
#include "pte_math_parts.h"

float pte_exp_f32(float x)
{
    return pte_exp_any_f32(x);
}

float pte_expm1_f32(float x)
{
    const float y = x > 89.0f ? 89.0f : x < -18.0f ? -18.0f : x;

    return x == 0 ? x : pte_expm1_inside_f32(y);
}

float pte_sigmoid_f32(float x)
{
    return pte_logistic_f32(x, pte_exp_f32(-pte_abs_f32(x)));
}

float pte_tanh_f32(float x)
{
    const float a = pte_abs_f32(x);
    float y;

    if (x == 0)
        return x;
    if (a < 0.625f)
        return pte_tanh_near_f32(x);
    y = pte_tanh_far_f32(a);
    return x < 0 ? -y : x > 0 ? y : x;
}

/* A polynomial near 0, else t - 1 / (4t) with t = exp(x) / 2. */
float pte_sinh_f32(float x)
{
    const float a = pte_abs_f32(x), z = PTE_MUL(x, x);
    float t, y;

    if (a < 1.0f)
        return x + PTE_MUL(x * z, PTE_POLY4(z, 0x1.555556p-3f, 0x1.1110ep-7f, 0x1.a022bcp-13f,
                                            0x1.756c1ep-19f));
    t = pte_exp_scaled_f32(a > 91.0f ? 91.0f : a, -1);
    y = t - 0.25f / t;
    return x < 0 ? -y : x > 0 ? y : x;
}

float pte_cosh_f32(float x)
{
    const float a = pte_abs_f32(x);
    const float t = pte_exp_scaled_f32(a > 91.0f ? 91.0f : a, -1);

    return t + 0.25f / t;
}
