/* SPDX-License-Identifier: 0BSD
 * The pieces of pte_math_parts.inc for float. */
#ifndef PTE_MATH_PARTS_H
#define PTE_MATH_PARTS_H

#include "pte_math.h"
#include "pte_math_poly.h"

#define PTE_MAX_F32 0x1.fffffep127f

#define F          float
#define U          uint32_t
#define I          int32_t
#define FN(name)   pte_##name##_f32
#define BITS       pte_bits_f32
#define OF_BITS    pte_float_of_bits
#define DIGITS     23
#define BIAS       127
#define UPPER_HALF UINT32_C(0xfffff000)
#define INV_LOG2   0x1.715476p+0f
#define LOG2_HI    0x1.62ep-1f
#define LOG2_LO    0x1.0bfbe8p-15f
#define SQRT_HALF  UINT32_C(0x3f3504f3)
#define EXPM1_POLY(r)                                                                              \
    PTE_POLY6(r, 0.5f, 0x1.555554p-3f, 0x1.5554eap-5f, 0x1.1113acp-7f, 0x1.6d4c94p-10f,            \
              0x1.9c5d24p-13f)
#include "pte_math_parts.inc"

#endif
