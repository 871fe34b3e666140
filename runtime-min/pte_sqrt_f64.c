/* SPDX-License-Identifier: 0BSD
 * Square root of doubles: the machine's instruction where there is one, integers elsewhere. */
#include "pte_math.h"

#if defined(__GNUC__) && defined(__SSE2__)
#define PTE_SQRT_F64(r, x) __asm__("sqrtsd %1, %0" : "=x"(r) : "x"(x))
#elif defined(__GNUC__) && defined(__aarch64__)
#define PTE_SQRT_F64(r, x) __asm__("fsqrt %d0, %d1" : "=w"(r) : "w"(x))
#elif defined(__GNUC__) && defined(__ARM_FP) && (__ARM_FP & 8) && !defined(__SOFTFP__)
#define PTE_SQRT_F64(r, x) __asm__("vsqrt.f64 %P0, %P1" : "=w"(r) : "w"(x))
#elif defined(__GNUC__) && defined(__riscv_fdiv) && __riscv_flen >= 64
#define PTE_SQRT_F64(r, x) __asm__("fsqrt.d %0, %1" : "=f"(r) : "f"(x))
#elif defined(__GNUC__) && defined(__wasm__)
#define PTE_SQRT_F64(r, x) __asm__("local.get %1\n\tf64.sqrt\n\tlocal.set %0" : "=r"(r) : "r"(x))
#else
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

double pte_sqrt_f64(double x)
{
    double r;

    PTE_SQRT_F64(r, x);
    return r;
}
