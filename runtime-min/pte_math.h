/* SPDX-License-Identifier: 0BSD
 * Arithmetic with the same results on every target: elementary functions, integer and half
 * arithmetic without undefined cases, fixed-point requantisation. Freestanding; no libm.
 *
 * Errors are in units of the last place of the exact result; 0.5 is correct rounding. The float
 * bounds were measured over every input (tests/unit/math/math.c --full), save those of two
 * arguments. NaN, infinities and zeros follow IEEE 754-2008, section 9.2. */
#ifndef PTE_MATH_H
#define PTE_MATH_H

#include "pte_rt.h"

/* What C leaves to the compiler, and the runtime and its kernels take for granted. */
#ifndef __cplusplus
_Static_assert((-1 & 3) == 3 && -5 >> 1 == -3 && (int8_t)200 == -56,
               "take a compiler with two's complement, shifts to the right that keep the sign, and "
               "conversions that wrap");
#endif

#ifdef __cplusplus
extern "C" {
#endif

/* Never inlined: the arguments are rounded, which a product of the caller's might not be. */
#define PTE_MATH PTE_NOINLINE

/* ---- Elementary functions of float, with their bounds ----------------------------------- */

PTE_MATH float pte_exp_f32(float x);               /* 0.8 */
PTE_MATH float pte_expm1_f32(float x);             /* 0.9 */
PTE_MATH float pte_log_f32(float x);               /* 0.8 */
PTE_MATH float pte_log1p_f32(float x);             /* 0.8 */
PTE_MATH float pte_log2_f32(float x);              /* 0.51 */
PTE_MATH float pte_log10_f32(float x);             /* 0.51 */
float pte_sqrt_f32(float x);                       /* 0.5 */
float pte_rsqrt_f32(float x);                      /* 1.5 */
PTE_MATH float pte_tanh_f32(float x);              /* 1.4 */
PTE_MATH float pte_sigmoid_f32(float x);           /* 2.0 */
PTE_MATH float pte_sin_f32(float x);               /* 0.85 */
PTE_MATH float pte_cos_f32(float x);               /* 0.85 */
PTE_MATH float pte_tan_f32(float x);               /* 1.2 */
PTE_MATH float pte_asin_f32(float x);              /* 0.8 */
PTE_MATH float pte_acos_f32(float x);              /* 0.8 */
PTE_MATH float pte_atan_f32(float x);              /* 0.9 */
PTE_MATH float pte_atan2_f32(float y, float x);    /* 1.6 */
PTE_MATH float pte_sinh_f32(float x);              /* 1.7 */
PTE_MATH float pte_cosh_f32(float x);              /* 1.2 */
PTE_MATH float pte_asinh_f32(float x);             /* 2.0 */
PTE_MATH float pte_acosh_f32(float x);             /* 2.1 */
PTE_MATH float pte_atanh_f32(float x);             /* 2.1 */
PTE_MATH float pte_erf_f32(float x);               /* 1.5 */
PTE_MATH float pte_pow_f32(float x, float y);      /* 0.8 */
PTE_MATH float pte_fmod_f32(float x, float y);     /* exact; sign of x */
PTE_MATH float pte_mod_f32(float x, float y);      /* 0.5; sign of y */
PTE_MATH float pte_floordiv_f32(float x, float y); /* exact below 2^22, then 2 */
float pte_floor_f32(float x);
float pte_ceil_f32(float x);
float pte_trunc_f32(float x);
float pte_rint_f32(float x); /* halves to even */

/* ---- Elementary functions of double, with the bounds of a sample ------------------------- */

PTE_MATH double pte_exp_f64(double x);                /* 0.8 */
PTE_MATH double pte_expm1_f64(double x);              /* 1.1 */
PTE_MATH double pte_log_f64(double x);                /* 0.51 */
PTE_MATH double pte_log1p_f64(double x);              /* 0.7 */
PTE_MATH double pte_log2_f64(double x);               /* 0.51 */
PTE_MATH double pte_log10_f64(double x);              /* 0.51 */
double pte_sqrt_f64(double x);                        /* 0.5 */
double pte_rsqrt_f64(double x);                       /* 1.5 */
PTE_MATH double pte_tanh_f64(double x);               /* 2.5 */
PTE_MATH double pte_sigmoid_f64(double x);            /* 2.1 */
PTE_MATH double pte_sin_f64(double x);                /* 0.8 */
PTE_MATH double pte_cos_f64(double x);                /* 0.8 */
PTE_MATH double pte_tan_f64(double x);                /* 1.0 */
PTE_MATH double pte_asin_f64(double x);               /* 1.0 */
PTE_MATH double pte_acos_f64(double x);               /* 1.0 */
PTE_MATH double pte_atan_f64(double x);               /* 1.0 */
PTE_MATH double pte_atan2_f64(double y, double x);    /* 1.6 */
PTE_MATH double pte_sinh_f64(double x);               /* 2.5 */
PTE_MATH double pte_cosh_f64(double x);               /* 1.5 */
PTE_MATH double pte_asinh_f64(double x);              /* 2.5 */
PTE_MATH double pte_acosh_f64(double x);              /* 2.5 */
PTE_MATH double pte_atanh_f64(double x);              /* 2.5 */
PTE_MATH double pte_erf_f64(double x);                /* 1.5 */
PTE_MATH double pte_pow_f64(double x, double y);      /* 0.8 */
PTE_MATH double pte_fmod_f64(double x, double y);     /* exact; sign of x */
PTE_MATH double pte_mod_f64(double x, double y);      /* 0.5; sign of y */
PTE_MATH double pte_floordiv_f64(double x, double y); /* exact below 2^51, then 2 */
double pte_floor_f64(double x);
double pte_ceil_f64(double x);
double pte_trunc_f64(double x);
double pte_rint_f64(double x); /* halves to even */

/* ---- What several of these have in common ----------------------------------------------- */

float pte_sin_or_cos_f32(float x, uint32_t quarters); /* sin(x + quarters * pi / 2) */
double pte_sin_or_cos_f64(double x, uint32_t quarters);
float pte_log_sum_f32(float f, int32_t k, float extra); /* log(2^k (1 + f)) + extra */

/* ---- Half floats ------------------------------------------------------------------------ */

float pte_f32_from_f16(uint16_t h);
uint16_t pte_f16_from_f32(float x); /* halves to even, NaN stays NaN */
float pte_f32_from_bf16(uint16_t h);
uint16_t pte_bf16_from_f32(float x);

/* ---- Bits of a float -------------------------------------------------------------------- */

PTE_INLINE uint32_t pte_bits_f32(float x)
{
    union {
        float f;
        uint32_t u;
    } v;
    v.f = x;
    return v.u;
}

PTE_INLINE float pte_float_of_bits(uint32_t u)
{
    union {
        uint32_t u;
        float f;
    } v;
    v.u = u;
    return v.f;
}

PTE_INLINE uint64_t pte_bits_f64(double x)
{
    union {
        double f;
        uint64_t u;
    } v;
    v.f = x;
    return v.u;
}

PTE_INLINE double pte_double_of_bits(uint64_t u)
{
    union {
        uint64_t u;
        double f;
    } v;
    v.u = u;
    return v.f;
}

/* ---- Products that are rounded on their own, whatever -ffp-contract says ------------------- */

PTE_INLINE float pte_mul_f32(float a, float b)
{
    float product = a * b;

    PTE_ROUND_F32(product);
    return product;
}

PTE_INLINE double pte_mul_f64(double a, double b)
{
    double product = a * b;

    PTE_ROUND_F64(product);
    return product;
}

/* ---- Minimum, maximum, sign, absolute value; NaN wins ------------------------------------ */

/* 64-bit Arm has instructions for which a number wins over NaN, too. They order zeros, so that
 * compilers do not choose them for a comparison; where one operand is a constant but 0, none is
 * compared. */
#if defined(__OPTIMIZE__) && defined(__GNUC__) && defined(__aarch64__)
#define PTE_IS_NUMBER(b)     (__builtin_constant_p(b) && (b) != 0 && (b) == (b))
#define PTE_MIN_NUMBER(a, b) _Generic((a), float : __builtin_fminf, default : __builtin_fmin)(a, b)
#define PTE_MAX_NUMBER(a, b) _Generic((a), float : __builtin_fmaxf, default : __builtin_fmax)(a, b)
#else
#define PTE_IS_NUMBER(b)     0
#define PTE_MIN_NUMBER(a, b) (a)
#define PTE_MAX_NUMBER(a, b) (a)
#endif

#define PTE_FLOAT_OPS(S, F)                                                                        \
    PTE_INLINE F pte_min_##S(F a, F b)                                                             \
    {                                                                                              \
        return a < b || a != a ? a : b;                                                            \
    }                                                                                              \
    PTE_INLINE F pte_max_##S(F a, F b)                                                             \
    {                                                                                              \
        return a > b || a != a ? a : b;                                                            \
    }                                                                                              \
    PTE_INLINE F pte_clamp_##S(F x, F lo, F hi)                                                    \
    {                                                                                              \
        return pte_min_##S(pte_max_##S(x, lo), hi);                                                \
    }                                                                                              \
    PTE_INLINE F pte_fmin_##S(F a, F b) /* a number wins over NaN */                               \
    {                                                                                              \
        return PTE_IS_NUMBER(b) ? PTE_MIN_NUMBER(a, b) : a < b || b != b ? a : b;                  \
    }                                                                                              \
    PTE_INLINE F pte_fmax_##S(F a, F b)                                                            \
    {                                                                                              \
        return PTE_IS_NUMBER(b) ? PTE_MAX_NUMBER(a, b) : a > b || b != b ? a : b;                  \
    }                                                                                              \
    PTE_INLINE F pte_sign_##S(F x) /* NaN stays NaN */                                             \
    {                                                                                              \
        return x > 0 ? (F)1 : x < 0 ? (F)-1 : x;                                                   \
    }
PTE_FLOAT_OPS(f32, float)
PTE_FLOAT_OPS(f64, double)
#undef PTE_FLOAT_OPS

/* rint of x between lo and hi, numbers of less than 2^22; of NaN that of hi. A sum of this
 * magnitude has no digits behind the point, and the integer in its low bits. */
PTE_INLINE int32_t pte_rint_within_f32(float x, float lo, float hi)
{
    const float magnitude = 12582912.0f;
    const float below = PTE_IS_NUMBER(1.0f) ? PTE_MIN_NUMBER(x, hi) : x < hi ? x : hi;
    const float y = PTE_IS_NUMBER(1.0f) ? PTE_MAX_NUMBER(below, lo) : below > lo ? below : lo;

    return (int32_t)(pte_bits_f32(y + magnitude) - pte_bits_f32(magnitude));
}

#undef PTE_IS_NUMBER
#undef PTE_MIN_NUMBER
#undef PTE_MAX_NUMBER

PTE_INLINE float pte_abs_f32(float x)
{
    return pte_float_of_bits(pte_bits_f32(x) & UINT32_C(0x7fffffff));
}

PTE_INLINE double pte_abs_f64(double x)
{
    return pte_double_of_bits(pte_bits_f64(x) & UINT64_C(0x7fffffffffffffff));
}

PTE_INLINE uint8_t pte_signbit_f32(float x)
{
    return (uint8_t)(pte_bits_f32(x) >> 31);
}

PTE_INLINE uint8_t pte_signbit_f64(double x)
{
    return (uint8_t)(pte_bits_f64(x) >> 63);
}

/* x * 2^n, rounded once: 2^-102 leaves room to round in the last step only. */
PTE_INLINE float pte_ldexp_f32(float x, int32_t n)
{
    n = n > 300 ? 300 : n < -300 ? -300 : n;
    for (; n > 127; n -= 127)
        x *= pte_float_of_bits(254u << 23);
    for (; n < -126; n += 102)
        x *= pte_float_of_bits(25u << 23);
    return pte_mul_f32(x, pte_float_of_bits((uint32_t)(n + 127) << 23));
}

/* ---- Float to integer: towards zero, saturating, NaN gives 0; what fits 32 bits wraps around
 * in narrower types, as PyTorch's conversions do --------------------------------------------- */

#define PTE_CAST(S, F, T, LO, HI, BELOW, ABOVE)                                                    \
    PTE_INLINE T pte_##S##_from_##F(pte_##F x)                                                     \
    {                                                                                              \
        return x >= (pte_##F)ABOVE ? (T)HI : x <= (pte_##F)BELOW ? (T)LO : x == x ? (T)x : (T)0;   \
    }
/* Types of fewer bits: without a branch, so that loops go into vectors. */
#define PTE_CAST_SMALL(S, F, T, LO, HI)                                                            \
    PTE_INLINE T pte_##S##_from_##F(pte_##F x)                                                     \
    {                                                                                              \
        const int fits = x >= (pte_##F) - 2147483648.0f && x < (pte_##F)2147483648.0f;             \
        const int32_t i = (int32_t)(fits ? x : (pte_##F)0);                                        \
                                                                                                   \
        return (T)(fits ? i : x > (pte_##F)0 ? HI : x < (pte_##F)0 ? LO : 0);                      \
    }
#define PTE_CASTS(F)                                                                               \
    PTE_CAST_SMALL(s8, F, int8_t, INT8_MIN, INT8_MAX)                                              \
    PTE_CAST_SMALL(u8, F, uint8_t, 0, UINT8_MAX)                                                   \
    PTE_CAST_SMALL(s16, F, int16_t, INT16_MIN, INT16_MAX)                                          \
    PTE_CAST_SMALL(u16, F, uint16_t, 0, UINT16_MAX)                                                \
    PTE_CAST(s32, F, int32_t, INT32_MIN, INT32_MAX, -2147483648.0f, 2147483648.0f)                 \
    PTE_CAST(u32, F, uint32_t, 0, UINT32_MAX, 0.0f, 4294967296.0f)                                 \
    PTE_CAST(s64, F, int64_t, INT64_MIN, INT64_MAX, -9223372036854775808.0f,                       \
             9223372036854775808.0f)                                                               \
    PTE_CAST(u64, F, uint64_t, 0, UINT64_MAX, 0.0f, 18446744073709551616.0f)
PTE_CASTS(f32)
PTE_CASTS(f64)
#undef PTE_CASTS
#undef PTE_CAST_SMALL
#undef PTE_CAST

/* ---- Integers: sums and products wrap around; x / 0 and x % 0 are 0 -----------------------
 * div rounds towards zero, floordiv towards minus infinity; rem has the sign of a, mod that of b.
 * shl and shr accept any count: bits that leave are lost, the sign fills. pow(a, b < 0) is the
 * power rounded towards zero. U is the unsigned type in which T is computed. */

#define PTE_INT_OPS(S, T, U)                                                                       \
    PTE_INLINE T pte_add_##S(T a, T b)                                                             \
    {                                                                                              \
        return (T)((U)a + (U)b);                                                                   \
    }                                                                                              \
    PTE_INLINE T pte_sub_##S(T a, T b)                                                             \
    {                                                                                              \
        return (T)((U)a - (U)b);                                                                   \
    }                                                                                              \
    PTE_INLINE T pte_mul_##S(T a, T b)                                                             \
    {                                                                                              \
        return (T)((U)a * (U)b);                                                                   \
    }                                                                                              \
    PTE_INLINE T pte_neg_##S(T a)                                                                  \
    {                                                                                              \
        return (T)(0 - (U)a);                                                                      \
    }                                                                                              \
    PTE_INLINE T pte_min_##S(T a, T b)                                                             \
    {                                                                                              \
        return a < b ? a : b;                                                                      \
    }                                                                                              \
    PTE_INLINE T pte_max_##S(T a, T b)                                                             \
    {                                                                                              \
        return a > b ? a : b;                                                                      \
    }                                                                                              \
    PTE_INLINE T pte_clamp_##S(T x, T lo, T hi)                                                    \
    {                                                                                              \
        return pte_min_##S(pte_max_##S(x, lo), hi);                                                \
    }                                                                                              \
    PTE_INLINE T pte_power_##S(T a, T b)                                                           \
    {                                                                                              \
        U base = (U)a, result = 1;                                                                 \
        for (; b; b = (T)(b >> 1), base *= base)                                                   \
            result *= b & 1 ? base : 1;                                                            \
        return (T)result;                                                                          \
    }

#define PTE_SIGNED_OPS(S, T, U, BITS)                                                              \
    PTE_INT_OPS(S, T, U)                                                                           \
    PTE_INLINE T pte_abs_##S(T a)                                                                  \
    {                                                                                              \
        return (T)(a < 0 ? pte_neg_##S(a) : a);                                                    \
    }                                                                                              \
    PTE_INLINE T pte_sign_##S(T a)                                                                 \
    {                                                                                              \
        return (T)((a > 0) - (a < 0));                                                             \
    }                                                                                              \
    PTE_INLINE T pte_shl_##S(T a, T b)                                                             \
    {                                                                                              \
        return (T)(b < 0 || b >= BITS ? (T)0 : (T)((U)a << b));                                    \
    }                                                                                              \
    PTE_INLINE T pte_shr_##S(T a, T b)                                                             \
    {                                                                                              \
        return (T)(a >> (b < 0 || b >= BITS ? BITS - 1 : b));                                      \
    }                                                                                              \
    PTE_INLINE T pte_div_##S(T a, T b)                                                             \
    {                                                                                              \
        return (T)(b == 0 ? (T)0 : b == -1 ? pte_neg_##S(a) : (T)(a / b));                         \
    }                                                                                              \
    PTE_INLINE T pte_rem_##S(T a, T b)                                                             \
    {                                                                                              \
        return (T)(b == 0 || b == -1 ? (T)0 : (T)(a % b));                                         \
    }                                                                                              \
    PTE_INLINE T pte_mod_##S(T a, T b)                                                             \
    {                                                                                              \
        const T r = pte_rem_##S(a, b);                                                             \
        return (T)(r != 0 && (r < 0) != (b < 0) ? (T)(r + b) : r);                                 \
    }                                                                                              \
    PTE_INLINE T pte_floordiv_##S(T a, T b)                                                        \
    {                                                                                              \
        const T r = pte_rem_##S(a, b), q = pte_div_##S(a, b);                                      \
        return (T)(r != 0 && (r < 0) != (b < 0) ? (T)(q - 1) : q);                                 \
    }                                                                                              \
    PTE_INLINE T pte_pow_##S(T a, T b)                                                             \
    {                                                                                              \
        return (T)(b >= 0    ? pte_power_##S(a, b)                                                 \
                   : a == 1  ? (T)1                                                                \
                   : a == -1 ? (T)(b & 1 ? -1 : 1)                                                 \
                             : (T)0);                                                              \
    }

#define PTE_UNSIGNED_OPS(S, T, U, BITS)                                                            \
    PTE_INT_OPS(S, T, U)                                                                           \
    PTE_INLINE T pte_abs_##S(T a)                                                                  \
    {                                                                                              \
        return a;                                                                                  \
    }                                                                                              \
    PTE_INLINE T pte_sign_##S(T a)                                                                 \
    {                                                                                              \
        return (T)(a > 0);                                                                         \
    }                                                                                              \
    PTE_INLINE T pte_shl_##S(T a, T b)                                                             \
    {                                                                                              \
        return (T)(b >= BITS ? (T)0 : (T)((U)a << b));                                             \
    }                                                                                              \
    PTE_INLINE T pte_shr_##S(T a, T b)                                                             \
    {                                                                                              \
        return (T)(b >= BITS ? (T)0 : (T)(a >> b));                                                \
    }                                                                                              \
    PTE_INLINE T pte_div_##S(T a, T b)                                                             \
    {                                                                                              \
        return (T)(b == 0 ? (T)0 : (T)(a / b));                                                    \
    }                                                                                              \
    PTE_INLINE T pte_rem_##S(T a, T b)                                                             \
    {                                                                                              \
        return (T)(b == 0 ? (T)0 : (T)(a % b));                                                    \
    }                                                                                              \
    PTE_INLINE T pte_mod_##S(T a, T b)                                                             \
    {                                                                                              \
        return pte_rem_##S(a, b);                                                                  \
    }                                                                                              \
    PTE_INLINE T pte_floordiv_##S(T a, T b)                                                        \
    {                                                                                              \
        return pte_div_##S(a, b);                                                                  \
    }                                                                                              \
    PTE_INLINE T pte_pow_##S(T a, T b)                                                             \
    {                                                                                              \
        return pte_power_##S(a, b);                                                                \
    }

PTE_SIGNED_OPS(s8, int8_t, uint32_t, 8)
PTE_SIGNED_OPS(s16, int16_t, uint32_t, 16)
PTE_SIGNED_OPS(s32, int32_t, uint32_t, 32)
PTE_SIGNED_OPS(s64, int64_t, uint64_t, 64)
PTE_UNSIGNED_OPS(u8, uint8_t, uint32_t, 8)
PTE_UNSIGNED_OPS(u16, uint16_t, uint32_t, 16)
PTE_UNSIGNED_OPS(u32, uint32_t, uint32_t, 32)
PTE_UNSIGNED_OPS(u64, uint64_t, uint64_t, 64)
#undef PTE_UNSIGNED_OPS
#undef PTE_SIGNED_OPS
#undef PTE_INT_OPS

/* ---- Fixed-point requantisation ----------------------------------------------------------- */

/* acc * mult * 2^(shift - 31), rounded twice: to the nearest at 2^31 with halves up, then at
 * 2^-shift with halves away from zero. Wraps around where that leaves 64 or 32 bits. This is what
 * the programs of the cortex_m dialect mean (requantize_cmsis). */
PTE_INLINE int32_t pte_requant_double(int32_t acc, int32_t mult, int32_t shift)
{
    const int32_t left = shift > 0 ? shift : 0;
    const int32_t right = shift < -63 ? 63 : shift < 0 ? -shift : 0;
    const uint64_t product = left < 64 ? (uint64_t)((int64_t)acc * mult) << left : 0;
    int64_t high = (int64_t)(product + (UINT64_C(1) << 30)) >> 31;

    if (right > 0) {
        const int64_t mask = (int64_t)((UINT64_C(1) << right) - 1);
        const int64_t rest = high & mask;

        high >>= right;
        high += rest > (mask >> 1) + (high < 0);
    }
    return (int32_t)(uint32_t)(uint64_t)high;
}

/* clamp(requantised + q[1], q[2], q[3]): q as the integer kernels get it. */
PTE_INLINE int8_t pte_requant_s8(int32_t acc, int32_t mult, int32_t shift, const pte_s32 *q)
{
    const int32_t v = pte_add_s32(pte_requant_double(acc, mult, shift), q[1]);

    return (int8_t)pte_clamp_s32(v, q[2], q[3]);
}

/* acc * scale in float, then rounded to an integer, halves to even; saturates. This is what
 * XNNPACK's 8-bit programs mean (fp32). The rounding works on bits, so no compiler fuses it. */
PTE_INLINE int32_t pte_requant_rne(int32_t acc, float scale)
{
    return pte_s32_from_f32(pte_rint_f32((float)acc * scale));
}

/* clamp(requantised + q[1], q[2], q[3]): q as the integer kernels get it. */
PTE_INLINE int8_t pte_requant_rne_s8(int32_t acc, float scale, const pte_s32 *q)
{
    return (int8_t)(pte_clamp_s32(pte_requant_rne(acc, scale), q[2] - q[1], q[3] - q[1]) + q[1]);
}

/* The same by two factors: the first product is rounded to float too. */
PTE_INLINE int8_t pte_requant_twice_s8(int32_t acc, const float *factor, const pte_s32 *q)
{
    const float first = (float)acc * factor[0];
    const int32_t v = pte_s32_from_f32(pte_rint_f32(first * factor[1]));

    return (int8_t)(pte_clamp_s32(v, q[2] - q[1], q[3] - q[1]) + q[1]);
}

/* acc * scale + bias, the sum and the product rounded before; then as pte_requant_rne. */
PTE_INLINE int32_t pte_requant_fbias(float acc, float scale, float bias)
{
    return pte_s32_from_f32(pte_rint_f32(pte_mul_f32(acc, scale) + bias));
}

PTE_INLINE int32_t pte_requant_fbias_q(float acc, float scale, float bias, const pte_s32 *q)
{
    return pte_clamp_s32(pte_requant_fbias(acc, scale, bias), q[2] - q[1], q[3] - q[1]) + q[1];
}

PTE_INLINE int8_t pte_requant_fbias_s8(int32_t acc, float scale, float bias, const pte_s32 *q)
{
    return (int8_t)pte_requant_fbias_q((float)acc, scale, bias, q);
}

#ifdef __cplusplus
}
#endif
#endif
