/* SPDX-License-Identifier: 0BSD
 * Elementary functions without a branch or a call, so that compilers turn loops over them into
 * vectors: the bits of pte_<name>_f32 of pte_math.h. For machines whose vectors are worth it; they
 * compute both pieces of a function that has two. */
#ifndef PTE_MATH_LANES_H
#define PTE_MATH_LANES_H

#include "pte_math.h"
#include "pte_math_poly.h"

/* Inlined, however large: a call would not go into vectors. */
#if defined(__GNUC__)
#define PTE_LANE PTE_INLINE __attribute__((always_inline))
#else
#define PTE_LANE PTE_INLINE
#endif

/* What a function that calls these is declared with: for gcc, nothing in it fuses. */
#if defined(__GNUC__) && !defined(__clang__) && !defined(__TINYC__)
#define PTE_USES_LANES __attribute__((optimize("fp-contract=off")))
#define PTE_LANES_FUSE 0
#else
#define PTE_USES_LANES
#define PTE_LANES_FUSE !PTE_NEVER_FUSES
#endif

/* Rounded, as PTE_ROUND_F32 does it, but in a way that goes into vectors: where products may fuse,
 * behind an operation on bits that the compiler cannot know to change none. */
PTE_LANE float pte_rounded_lane(float x)
{
#if PTE_LANES_FUSE
    return pte_float_of_bits(pte_bits_f32(x) ^ pte_zero());
#else
    return x;
#endif
}

PTE_LANE float pte_mul_lane(float a, float b)
{
    return pte_rounded_lane(a * b);
}

/* Both are computed; a conditional expression might become a branch around one of them. */
PTE_LANE float pte_select_lane(int first, float a, float b)
{
    const uint32_t mask = 0 - (uint32_t)first;

    return pte_float_of_bits((pte_bits_f32(a) & mask) | (pte_bits_f32(b) & ~mask));
}

/* y >= 0 with the sign of x */
PTE_LANE float pte_signed_lane(float y, float x)
{
    return pte_float_of_bits(pte_bits_f32(y) | (pte_bits_f32(x) & UINT32_C(0x80000000)));
}

/* What is far beyond has no digits behind the point; a sum with it has none either. */
PTE_LANE float pte_rint_lane(float x)
{
#if defined(__OPTIMIZE__) && (defined(__SSE4_1__) || defined(__aarch64__)) /* one instruction */
    return __builtin_rintf(x);
#else
    const float v = pte_rounded_lane(x), a = pte_abs_f32(v), far = 8388608.0f;

    return pte_signed_lane(pte_select_lane(a < far, (float)(a + far) - far, a), v);
#endif
}

#undef PTE_MUL_F32
#undef PTE_PICK
#define PTE_MUL_F32 pte_mul_lane
#define PTE_PICK    pte_select_lane
#define NAME(name)  pte_##name##_lane
#include "pte_math_parts_f32.inc"
#undef PTE_MUL_F32
#undef PTE_PICK
#define PTE_MUL_F32 pte_mul_f32
#define PTE_PICK    PTE_PICK_ONE

PTE_LANE float pte_exp_lane(float x)
{
    return pte_exp_any_lane(pte_rounded_lane(x));
}

PTE_LANE float pte_sigmoid_lane(float x)
{
    const float v = pte_rounded_lane(x);

    return pte_logistic_lane(v, pte_exp_any_lane(-pte_abs_f32(v)));
}

PTE_LANE float pte_tanh_lane(float x)
{
    const float v = pte_rounded_lane(x), a = pte_abs_f32(v);
    const float near = pte_tanh_near_lane(a), far = pte_tanh_far_lane(a);

    return pte_signed_lane(pte_select_lane(a < 0.625f, near, far), v);
}

PTE_LANE float pte_erf_lane(float x)
{
    const float v = pte_rounded_lane(x), a = pte_abs_f32(v);
    const float far = pte_select_lane(a >= 3.9375f, 1.0f, pte_erf_far_lane(a));

    return pte_signed_lane(pte_select_lane(a >= 0.9375f, far, pte_erf_near_lane(a)), v);
}

#endif
