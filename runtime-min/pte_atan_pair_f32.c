/* SPDX-License-Identifier: 0BSD
 * What the inverse tangents of floats have in common. */
#include "pte_math_arc_tangent_f32.h"

#define F          float
#define FN(name)   pte_##name##_f32
#define HALF_PI_HI 0x1.921fb6p+0f
#define HALF_PI_LO -0x1.777a5cp-25f
#define ATAN_POLY(z)                                                                               \
    PTE_POLY5(z, -0x1.55554ap-2f, 0x1.9991e2p-3f, -0x1.23b9a2p-3f, 0x1.b22456p-4f, -0x1.f2e5a6p-5f)
#include "pte_math_atan_pair.inc"

pte_pair_f32 pte_atan_pair_f32(float y, float x)
{
    return pte_atan_quotient_f32(y, x);
}
