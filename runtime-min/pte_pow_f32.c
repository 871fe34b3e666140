/* SPDX-License-Identifier: 0BSD
 * Powers of floats. */
#include "pte_math_log_f32.h"

#define F           float
#define FN(name)    pte_##name##_f32
#define SIGN_BIT(x) (pte_bits_f32(x) >> 31)
#define ABS         pte_abs_f32
#define RINT        pte_rint_f32
#define TRUNC       pte_trunc_f32
#define MAX         PTE_MAX_F32
#define LOG         pte_log_pair_f32
#define DIGITS      23
#define BIAS        127
#define INV_LOG2                                                                                   \
    {                                                                                              \
        0x1.715476p+0f, 0x1.4ae0cp-26f                                                             \
    }
#define LOG2                                                                                       \
    {                                                                                              \
        0x1.62e43p-1f, -0x1.05c61p-29f                                                             \
    }
#include "pte_math_pow.inc"

float pte_pow_f32(float x, float y)
{
    return pte_power_f32(x, y);
}
