/* SPDX-License-Identifier: 0BSD
 * Square root: the machine's instruction where there is one, integers elsewhere. (The compilers'
 * builtins call libm for negative arguments.) */
#include "pte_math.h"

#if defined(__GNUC__) && defined(__SSE2__)
#define PTE_SQRT_F32(r, x) __asm__("sqrtss %1, %0" : "=x"(r) : "x"(x))
#define PTE_SQRT_F64(r, x) __asm__("sqrtsd %1, %0" : "=x"(r) : "x"(x))
#elif defined(__GNUC__) && defined(__aarch64__)
#define PTE_SQRT_F32(r, x) __asm__("fsqrt %s0, %s1" : "=w"(r) : "w"(x))
#define PTE_SQRT_F64(r, x) __asm__("fsqrt %d0, %d1" : "=w"(r) : "w"(x))
#elif defined(__GNUC__) && defined(__arm__) && defined(__ARM_FP) && !defined(__SOFTFP__)
#if __ARM_FP & 4
#define PTE_SQRT_F32(r, x) __asm__("vsqrt.f32 %0, %1" : "=t"(r) : "t"(x))
#endif
#if __ARM_FP & 8
#define PTE_SQRT_F64(r, x) __asm__("vsqrt.f64 %P0, %P1" : "=w"(r) : "w"(x))
#endif
#elif defined(__GNUC__) && defined(__riscv_fdiv)
#define PTE_SQRT_F32(r, x) __asm__("fsqrt.s %0, %1" : "=f"(r) : "f"(x))
#if __riscv_flen >= 64
#define PTE_SQRT_F64(r, x) __asm__("fsqrt.d %0, %1" : "=f"(r) : "f"(x))
#endif
#endif

#ifndef PTE_SQRT_F32
#define NAME               pte_sqrt_digits_f32
#define F                  float
#define U                  uint32_t
#define BITS               pte_bits_f32
#define OF_BITS            pte_float_of_bits
#define DIGITS             23
#define BIAS               127
#define PTE_SQRT_F32(r, x) ((r) = pte_sqrt_digits_f32(x))
#include "pte_math_sqrt.inc"
#endif

#ifndef PTE_SQRT_F64
#define NAME               pte_sqrt_digits_f64
#define F                  double
#define U                  uint64_t
#define BITS               pte_bits_f64
#define OF_BITS            pte_double_of_bits
#define DIGITS             52
#define BIAS               1023
#define PTE_SQRT_F64(r, x) ((r) = pte_sqrt_digits_f64(x))
#include "pte_math_sqrt.inc"
#endif

float pte_sqrt_f32(float x)
{
    float r;

    PTE_SQRT_F32(r, x);
    return r;
}

double pte_sqrt_f64(double x)
{
    double r;

    PTE_SQRT_F64(r, x);
    return r;
}

float pte_rsqrt_f32(float x)
{
    return 1.0f / pte_sqrt_f32(x);
}
