/* SPDX-License-Identifier: 0BSD
 * Floats of pte_vec.h for Helium, which has eight vectors. An instruction multiplies one with a
 * float of an ordinary register, so that all are for sums and weights: a tile has three rows. */
#ifndef PTE_VEC_HELIUM_H
#define PTE_VEC_HELIUM_H

#include <arm_mve.h>

#define PTE_HELIUM_FMA(a, b, c) vfmaq_f32(c, a, b)
#define PTE_HELIUM_MIN(a, b)    vpselq_f32(a, b, vcmpltq_f32(a, b))
#define PTE_HELIUM_MAX(a, b)    vpselq_f32(a, b, vcmpgtq_f32(a, b))
PTE_VEC_OPS(pte_v4, float32x4_t, vld1q_f32, vst1q_f32, vdupq_n_f32, PTE_HELIUM_FMA, vaddq_f32,
            PTE_HELIUM_MIN, PTE_HELIUM_MAX)

#define PTE_HELIUM_LANES      __builtin_shufflevector
#define pte_v4_zip_low(a, b)  PTE_HELIUM_LANES(a, b, 0, 4, 1, 5)
#define pte_v4_zip_high(a, b) PTE_HELIUM_LANES(a, b, 2, 6, 3, 7)
#define pte_v4_low(a, b)      PTE_HELIUM_LANES(a, b, 0, 1, 4, 5)
#define pte_v4_high(a, b)     PTE_HELIUM_LANES(a, b, 2, 3, 6, 7)
PTE_INLINE pte_v4 pte_v4_pairs(pte_v4 a, pte_v4 b)
{
    return PTE_HELIUM_LANES(a, b, 0, 2, 4, 6) + PTE_HELIUM_LANES(a, b, 1, 3, 5, 7);
}

typedef const float *pte_v4_lanes;
PTE_INLINE pte_v4_lanes pte_v4_lane_factors(const float *p)
{
    return p;
}
#define pte_v4_mac_lane(x, w, sum, lane) vfmaq_n_f32(sum, w, (x)[lane])

#endif
