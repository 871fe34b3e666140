/* SPDX-License-Identifier: 0BSD
 * The error function. */
#include "pte_math_parts.h"

/* A polynomial near 0, else 1 - exp(log(erfc(x))) with a polynomial for the logarithm. */
float pte_erf_f32(float x)
{
    const float a = pte_abs_f32(x), z = PTE_MUL(x, x);
    float p, y;

    if (a < 0.9375f)
        return x + PTE_MUL(x, PTE_POLY7(z, 0x1.06eba8p-3f, -0x1.812742p-2f, 0x1.ce2e1cp-4f,
                                        -0x1.b8120ap-6f, 0x1.54ee46p-8f, -0x1.ab8fap-11f,
                                        0x1.60e9c2p-14f));
    p = PTE_POLY8(a, -0x1.7a37d4p-13f, 0x1.2129aep+0f, 0x1.443ecap-1f, 0x1.bbc41p-4f,
                  -0x1.9c355ap-6f, 0x1.1259dep-8f, -0x1.cae1a2p-12f, 0x1.668aa4p-16f);
    y = a < 3.9375f ? 1.0f - pte_exp_scaled_f32(-p, 0) : 1.0f;
    return x < 0 ? -y : x > 0 ? y : x;
}
