/* SPDX-License-Identifier: 0BSD
 * Powers of floats, and logarithms to the bases 2 and 10. */
#include "pte_math_parts.h"

#define F           float
#define FN(name)    pte_##name##_f32
#define SIGN_BIT(x) (pte_bits_f32(x) >> 31)
#define ABS         pte_abs_f32
#define RINT        pte_rint_f32
#define TRUNC       pte_trunc_f32
#define MAX         PTE_MAX_F32
#define DIGITS      23
#define BIAS        127
#define THIRD                                                                                      \
    {                                                                                              \
        0x1.555556p-2f, -0x1.555556p-27f                                                           \
    }
#define INV_LOG2                                                                                   \
    {                                                                                              \
        0x1.715476p+0f, 0x1.4ae0cp-26f                                                             \
    }
#define LOG2                                                                                       \
    {                                                                                              \
        0x1.62e43p-1f, -0x1.05c61p-29f                                                             \
    }
#define ATANH_POLY(z) PTE_POLY3(z, 0x1.999ap-3f, 0x1.24527ap-3f, 0x1.dfa308p-4f)
#include "pte_math_pow.inc"

float pte_log2_f32(float x)
{
    const pte_pair_f32 unit = {1.0f, 0.0f}, factor = {0x1.715476p+0f, 0x1.4ae0cp-26f};

    return pte_log_rounded_f32(x, unit, factor);
}

float pte_log10_f32(float x)
{
    const pte_pair_f32 unit = {0x1.344136p-2f, -0x1.ec10cp-27f};
    const pte_pair_f32 factor = {0x1.bcb7b2p-2f, -0x1.5b235ep-27f};

    return pte_log_rounded_f32(x, unit, factor);
}

float pte_pow_f32(float x, float y)
{
    return pte_power_f32(x, y);
}
