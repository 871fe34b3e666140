/* SPDX-License-Identifier: 0BSD
 * Elementary functions without a branch or a call, so that compilers turn loops over them into
 * vectors; they compute both pieces of a function that has two. Errors:
 * tests/unit/math/math_lanes.c. Products, roots and what rounds to integers have the bits of the
 * functions of pte_math.h, and so has pte_NAME_f32_lane those of pte_NAME_f32. */
#ifndef PTE_MATH_LANES_H
#define PTE_MATH_LANES_H

#include "pte_math_parts.h"

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

/* The product of factors within 16 bits, of which gcc makes vectors of those if it is told. */
PTE_LANE int32_t pte_mul_s32_lane(int32_t a, int32_t b)
{
#if defined(__GNUC__) && !defined(__clang__)
    return (int16_t)a * (int16_t)b;
#else
    return a * b;
#endif
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
#if defined(__OPTIMIZE__) &&                                                                       \
    (defined(__SSE4_1__) || defined(__aarch64__) || defined(__wasm__)) /* one instruction */
    return __builtin_rintf(x);
#else
    const float v = pte_rounded_lane(x), a = pte_abs_f32(v), far = 8388608.0f;

    return pte_signed_lane(pte_select_lane(a < far, (float)(a + far) - far, a), v);
#endif
}

PTE_LANE float pte_trunc_lane(float x)
{
    const float a = pte_abs_f32(pte_rounded_lane(x)), near = pte_rint_lane(a);

    return pte_signed_lane(near - pte_select_lane(near > a, 1.0f, 0.0f), x);
}

PTE_LANE float pte_floor_lane(float x)
{
    const float v = pte_rounded_lane(x), near = pte_rint_lane(v);

    return near - pte_select_lane(near > v, 1.0f, 0.0f);
}

PTE_LANE float pte_ceil_lane(float x)
{
    return -pte_floor_lane(-x);
}

/* The compilers' builtin would set errno, which does not go into vectors. */
#ifdef __clang__
#if __has_builtin(__builtin_elementwise_sqrt)
#define PTE_HAS_ELEMENTWISE_SQRT /* clang from 19 on; from 22 on it lacks the other one */
#endif
#endif
#if defined(PTE_HAS_ELEMENTWISE_SQRT) &&                                                           \
    (defined(__SSE__) || defined(__aarch64__) || defined(__wasm__))
PTE_LANE float pte_sqrt_lane(float x)
{
    return __builtin_elementwise_sqrt(x);
}
#elif defined(__clang__) && defined(__SSE__)
PTE_LANE float pte_sqrt_lane(float x)
{
    typedef float four __attribute__((vector_size(16)));

    return __builtin_ia32_sqrtss((four){x, 0, 0, 0})[0];
}
#elif defined(__GNUC__) && !defined(__clang__) && (defined(__SSE__) || defined(__aarch64__))
extern float __builtin_sqrtf(float) __attribute__((const)); /* so that it sets none */

PTE_LANE float pte_sqrt_lane(float x)
{
    return __builtin_sqrtf(x);
}
#else
PTE_LANE float pte_sqrt_lane(float x)
{
    return pte_sqrt_f32(x);
}
#endif

PTE_LANE float pte_rsqrt_lane(float x)
{
    return 1.0f / pte_sqrt_lane(x);
}

/* -- with the bits of the functions without _lane, for numbers that are rounded to integers -- */

#undef PTE_MUL
#define PTE_MUL  pte_mul_lane
#define FN(name) pte_##name##_f32_lane
#define PART     PTE_LANE
#include "pte_math_parts_f32.inc"

PTE_LANE float pte_exp_f32_lane(float x)
{
    const float above = pte_select_lane(x < -104.0f, -104.0f, x);

    return pte_exp_scaled_f32_lane(pte_select_lane(x > 89.0f, 89.0f, above), 0);
}

PTE_LANE float pte_sigmoid_f32_lane(float x)
{
    return pte_logistic_f32_lane(x, pte_exp_f32_lane(-pte_abs_f32(x)));
}

PTE_LANE float pte_tanh_f32_lane(float x)
{
    const float a = pte_abs_f32(x), z = pte_mul_lane(a, a);
    const float near = a + pte_mul_lane(a * z, PTE_TANH_POLY(z));
    const float e = pte_exp_scaled_f32_lane(2.0f * pte_select_lane(a > 10.0f, 10.0f, a), 0);

    return pte_signed_lane(pte_select_lane(a < 0.625f, near, 1.0f - 2.0f / (e + 1.0f)), x);
}

PTE_LANE float pte_erf_f32_lane(float x)
{
    const float a = pte_abs_f32(x), z = pte_mul_lane(a, a);
    const float near = a + pte_mul_lane(a, PTE_ERF_POLY(z));
    const float b = pte_select_lane(a < 3.9375f, a, 3.9375f);
    const float far = 1.0f - pte_exp_short_f32_lane(-PTE_ERFC_LOG_POLY(b));
    const float beyond = pte_select_lane(a < 3.9375f, far, 1.0f);
    const float y = pte_signed_lane(pte_select_lane(a < 0.9375f, near, beyond), x);

    return pte_select_lane(x != x, x, y);
}

#undef PTE_MUL
#define PTE_MUL(a, b) _Generic((a), float : pte_mul_f32, default : pte_mul_f64)(a, b)

/* -- half floats, with the bits of the functions without _lane -- */

PTE_LANE float pte_f32_from_f16_lane(uint16_t h)
{
    const uint32_t sign = (uint32_t)(h & 0x8000) << 16, magnitude = h & 0x7fffu;
    const uint32_t finite = pte_bits_f32(pte_float_of_bits(magnitude << 13) * 0x1p112f);
    const uint32_t beyond = 0 - (uint32_t)(magnitude >= 0x7c00); /* infinity, NaN */

    return pte_float_of_bits(sign | finite | (beyond & 0x7f800000u));
}

PTE_LANE uint16_t pte_f16_from_f32_lane(float x)
{
    const uint32_t u = pte_bits_f32(x), magnitude = u & 0x7fffffffu, sign = u >> 16 & 0x8000;
    /* below 2^-14: adding 2^-1 aligns to units of 2^-24 */
    const uint32_t small = pte_bits_f32(pte_float_of_bits(magnitude) + 0.5f) - pte_bits_f32(0.5f);
    const uint32_t normal = (magnitude + 0xfff + (magnitude >> 13 & 1) - (112u << 23)) >> 13;
    const uint32_t nan = 0x7e00 | (magnitude >> 13 & 0x3ff);
    const uint32_t is_small = 0 - (uint32_t)(magnitude < 0x38800000u);
    const uint32_t is_large = 0 - (uint32_t)(magnitude >= 0x477ff000u); /* rounds to infinity */
    const uint32_t is_nan = 0 - (uint32_t)(magnitude > 0x7f800000u);
    const uint32_t h = (small & is_small) | (normal & ~is_small);
    const uint32_t limited = (0x7c00 & is_large) | (h & ~is_large);

    return (uint16_t)(sign | (nan & is_nan) | (limited & ~is_nan));
}

PTE_LANE float pte_f32_from_bf16_lane(uint16_t h)
{
    return pte_float_of_bits((uint32_t)h << 16);
}

PTE_LANE uint16_t pte_bf16_from_f32_lane(float x)
{
    const uint32_t u = pte_bits_f32(x), nan = 0 - (uint32_t)((u & 0x7fffffffu) > 0x7f800000u);

    return (uint16_t)((((u >> 16) | 0x40) & nan) | ((u + 0x7fff + (u >> 16 & 1)) >> 16 & ~nan));
}

/* a + x * b, by one instruction where there is one. */
PTE_LANE float pte_mul_add_lane(float a, float x, float b)
{
#if defined(__FMA__) || defined(__aarch64__)
    return __builtin_fmaf(x, b, a);
#else
    return a + x * b;
#endif
}

#undef PTE_MUL_ADD
#define PTE_MUL_ADD pte_mul_add_lane

/* exp(x) = *y * 2^k with k returned, for |x| < 2^21 log 2. */
PTE_LANE int32_t pte_exp_split_lane(float x, float *y)
{
    const float magic = 0x1.8p23f; /* leaves an integer in the low digits */
    const float t = PTE_MUL_ADD(magic, x, 0x1.715476p+0f), k = t - magic;
    const float r = PTE_MUL_ADD(PTE_MUL_ADD(x, k, -0x1.62ep-1f), k, -0x1.0bfbe8p-15f);

    *y = PTE_POLY7(r, 1.0f, 1.0f, 0x1.fffffcp-2f, 0x1.555492p-3f, 0x1.5558f2p-5f, 0x1.123a2p-7f,
                   0x1.6a23dp-10f);
    return (int32_t)(pte_bits_f32(t) - pte_bits_f32(magic));
}

/* Scaled in two steps, of which the second may leave the normal numbers. */
PTE_LANE float pte_exp_lane(float x)
{
    const float above = pte_select_lane(x < -104.0f, -104.0f, x); /* below it underflows */
    float y;
    const int32_t k = pte_exp_split_lane(pte_select_lane(x > 89.0f, 89.0f, above), &y);

    return y * pte_power_of_two_f32(k >> 1) * pte_power_of_two_f32(k - (k >> 1));
}

/* For -88 <= x <= 88; the least results are 0. */
PTE_LANE float pte_exp_normal_lane(float x)
{
    float y;
    const int32_t k = pte_exp_split_lane(x, &y);

    return y * pte_power_of_two_f32(k);
}

/* 0 below -88 */
PTE_LANE float pte_sigmoid_lane(float x)
{
    const float a = pte_abs_f32(x);
    const float e = pte_exp_normal_lane(-pte_select_lane(a > 88.0f, 88.0f, a)), y = e / (1.0f + e);

    return pte_select_lane(x < 0.0f, y, 1.0f - y);
}

PTE_LANE float pte_tanh_lane(float x)
{
    const float a = pte_abs_f32(x), z = x * x;
    const float near = PTE_MUL_ADD(a, a * z, PTE_TANH_POLY(z));
    const float e = pte_exp_normal_lane(2.0f * pte_select_lane(a > 10.0f, 10.0f, a));

    return pte_signed_lane(pte_select_lane(a < 0.625f, near, 1.0f - 2.0f / (e + 1.0f)), x);
}

PTE_LANE float pte_erf_lane(float x)
{
    const float a = pte_abs_f32(x), z = x * x;
    const float near = PTE_MUL_ADD(a, a, PTE_ERF_POLY(z));
    const float b = pte_select_lane(a > 3.9375f, 3.9375f, a); /* where erf is 1 */
    const float far = 1.0f - pte_exp_normal_lane(-PTE_ERFC_LOG_POLY(b));

    return pte_signed_lane(pte_select_lane(a < 0.9375f, near, far), x);
}

#undef PTE_MUL_ADD
#define PTE_MUL_ADD PTE_MUL_ADD_ROUNDED

#endif
