/* SPDX-License-Identifier: 0BSD
 * What the code of models and kernels relies on, and their callers do not see. Freestanding. */
#ifndef PTE_CODE_H
#define PTE_CODE_H

#include "pte_rt.h"

/* Flags that take away NaN, infinity, the order of sums or exact division: no promise about bits
 * holds then, nor the treatment of NaN. PTE_ALLOW_FAST_MATH says that you know. */
#if !defined(PTE_ALLOW_FAST_MATH) &&                                                               \
    (defined(__FAST_MATH__) || defined(__ASSOCIATIVE_MATH__) || defined(__RECIPROCAL_MATH__) ||    \
     (defined(__FINITE_MATH_ONLY__) && __FINITE_MATH_ONLY__))
#error "compile without -ffast-math and its parts (see above); -ffp-contract=fast is fine"
#endif

/* Floats that are computed with more digits than they have. Of a program in which each float
 * operation stands alone (PTE_FREE_OF_EXCESS), it is enough that the compiler drops them where C
 * says so. */
#if defined(__FLT_EVAL_METHOD__) &&                                                                \
    (__FLT_EVAL_METHOD__ < 0 || __FLT_EVAL_METHOD__ == 1 || __FLT_EVAL_METHOD__ == 2)
#define PTE_EXCESS 1
#else
#define PTE_EXCESS 0
#endif
#ifdef PTE_FREE_OF_EXCESS
#if PTE_EXCESS && (!defined(__STRICT_ANSI__) || !defined(__GCC_IEC_559) || __GCC_IEC_559 == 0)
#error "floats keep excess digits: compile by gcc with -std=c11"
#endif
#elif PTE_EXCESS
#error "excess digits: compile with -msse2 -mfpmath=sse, on s390x -fexcess-precision=fast"
#endif

/* Floats are compared for equality where that is meant: NaN is what is not equal to itself, zeros
 * and the operands of the program's own comparisons are exact. */
#if defined(__GNUC__)
#pragma GCC diagnostic ignored "-Wfloat-equal"
#endif

/* Whether none of n truth values is false. */
PTE_INLINE int pte_all_b(const pte_u8 *truth, int64_t n)
{
    while (n > 0 && truth[n - 1])
        n--;
    return n <= 0;
}

/* Whether `p` points at something that starts at a multiple of `align`. */
PTE_INLINE int pte_aligned(const void *p, uintptr_t align)
{
    return p != NULL && (uintptr_t)p % align == 0;
}

/* Whether a tensor of these n extents has at most `most` elements, an int32_t. An extent
 * of 0 counts as 1, so that the product of some of the extents is at most `most` as well. */
PTE_INLINE int pte_fits(int64_t most, const int64_t *extent, size_t n)
{
    int64_t product = 1;
    for (size_t i = 0; i < n; i++) {
        if (extent[i] < 0 || extent[i] > most)
            return 0;
        product *= extent[i] > 1 ? extent[i] : 1;
        if (product > most)
            return 0;
    }
    return 1;
}
#define PTE_FITS(most, ...)                                                                        \
    pte_fits(most, (const int64_t[]){__VA_ARGS__},                                                 \
             sizeof((const int64_t[]){__VA_ARGS__}) / sizeof(int64_t))

/* Sums and products of sizes that stop at the ends of their type. */
PTE_INLINE int64_t pte_add_sat(int64_t a, int64_t b)
{
    if (b > 0 ? a > INT64_MAX - b : a < INT64_MIN - b)
        return b > 0 ? INT64_MAX : INT64_MIN;
    return a + b;
}

PTE_INLINE int64_t pte_mul_sat(int64_t a, int64_t b)
{
    const uint64_t ua = a < 0 ? 0 - (uint64_t)a : (uint64_t)a;
    const uint64_t ub = b < 0 ? 0 - (uint64_t)b : (uint64_t)b;
    const int negative = (a < 0) != (b < 0);
    if (ua != 0 && ub > (uint64_t)INT64_MAX / ua)
        return negative ? INT64_MIN : INT64_MAX;
    return negative ? -(int64_t)(ua * ub) : (int64_t)(ua * ub);
}

#endif
