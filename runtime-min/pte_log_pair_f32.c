/* SPDX-License-Identifier: 0BSD
 * What powers and logarithms of floats have in common. */
#include "pte_math_log_f32.h"

#define F        float
#define FN(name) pte_##name##_f32
#define THIRD                                                                                      \
    {                                                                                              \
        0x1.555556p-2f, -0x1.555556p-27f                                                           \
    }
#define ATANH_POLY(z) PTE_POLY3(z, 0x1.999ap-3f, 0x1.24527ap-3f, 0x1.dfa308p-4f)
#include "pte_math_log_pair.inc"

pte_pair_f32 pte_log_pair_f32(float x, pte_pair_f32 unit, pte_pair_f32 factor)
{
    return pte_log_base_f32(x, unit, factor);
}
