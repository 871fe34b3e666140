/* SPDX-License-Identifier: 0BSD
 * The hyperbolic sine of floats. */
#include "pte_math_parts.h"

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
