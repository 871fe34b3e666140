/* SPDX-License-Identifier: 0BSD
 * Square root of floats: the machine's instruction where there is one, integers elsewhere. (The
 * compilers' builtin calls libm for negative arguments.) */
#include "pte_math.h"

#if defined(__GNUC__) && defined(__SSE__)
#define PTE_SQRT_F32(r, x) __asm__("sqrtss %1, %0" : "=x"(r) : "x"(x))
#elif defined(__GNUC__) && defined(__aarch64__)
#define PTE_SQRT_F32(r, x) __asm__("fsqrt %s0, %s1" : "=w"(r) : "w"(x))
#elif defined(__GNUC__) && defined(__ARM_FP) && (__ARM_FP & 4) && !defined(__SOFTFP__)
#define PTE_SQRT_F32(r, x) __asm__("vsqrt.f32 %0, %1" : "=t"(r) : "t"(x))
#elif defined(__GNUC__) && defined(__riscv_fdiv)
#define PTE_SQRT_F32(r, x) __asm__("fsqrt.s %0, %1" : "=f"(r) : "f"(x))
#elif defined(__GNUC__) && defined(__wasm__)
#define PTE_SQRT_F32(r, x) __asm__("local.get %1\n\tf32.sqrt\n\tlocal.set %0" : "=r"(r) : "r"(x))
#else
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

float pte_sqrt_f32(float x)
{
    float r;

    PTE_SQRT_F32(r, x);
    return r;
}
