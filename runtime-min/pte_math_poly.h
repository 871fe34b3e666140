/* SPDX-License-Identifier: 0BSD
 * Polynomials by Horner's rule: PTE_POLY3(x, a, b, c) is a + x (b + x c). The coefficients in the
 * sources that use it are minimax approximations, rounded one after the other. */
#ifndef PTE_MATH_POLY_H
#define PTE_MATH_POLY_H

/* A product of the type of `a`, rounded on its own: every product that becomes part of a sum. */
#define PTE_MUL(a, b) _Generic((a), float : pte_mul_f32, default : pte_mul_f64)(a, b)

#define PTE_MUL_ADD                  PTE_MUL_ADD_ROUNDED /* a + x * b */
#define PTE_MUL_ADD_ROUNDED(a, x, b) ((a) + PTE_MUL(x, b))

#define PTE_POLY2(x, a, b)    PTE_MUL_ADD(a, x, b)
#define PTE_POLY3(x, a, ...)  PTE_MUL_ADD(a, x, PTE_POLY2(x, __VA_ARGS__))
#define PTE_POLY4(x, a, ...)  PTE_MUL_ADD(a, x, PTE_POLY3(x, __VA_ARGS__))
#define PTE_POLY5(x, a, ...)  PTE_MUL_ADD(a, x, PTE_POLY4(x, __VA_ARGS__))
#define PTE_POLY6(x, a, ...)  PTE_MUL_ADD(a, x, PTE_POLY5(x, __VA_ARGS__))
#define PTE_POLY7(x, a, ...)  PTE_MUL_ADD(a, x, PTE_POLY6(x, __VA_ARGS__))
#define PTE_POLY8(x, a, ...)  PTE_MUL_ADD(a, x, PTE_POLY7(x, __VA_ARGS__))
#define PTE_POLY9(x, a, ...)  PTE_MUL_ADD(a, x, PTE_POLY8(x, __VA_ARGS__))
#define PTE_POLY10(x, a, ...) PTE_MUL_ADD(a, x, PTE_POLY9(x, __VA_ARGS__))
#define PTE_POLY11(x, a, ...) PTE_MUL_ADD(a, x, PTE_POLY10(x, __VA_ARGS__))
#define PTE_POLY12(x, a, ...) PTE_MUL_ADD(a, x, PTE_POLY11(x, __VA_ARGS__))
#define PTE_POLY13(x, a, ...) PTE_MUL_ADD(a, x, PTE_POLY12(x, __VA_ARGS__))
#define PTE_POLY14(x, a, ...) PTE_MUL_ADD(a, x, PTE_POLY13(x, __VA_ARGS__))
#define PTE_POLY15(x, a, ...) PTE_MUL_ADD(a, x, PTE_POLY14(x, __VA_ARGS__))
#define PTE_POLY16(x, a, ...) PTE_MUL_ADD(a, x, PTE_POLY15(x, __VA_ARGS__))
#define PTE_POLY17(x, a, ...) PTE_MUL_ADD(a, x, PTE_POLY16(x, __VA_ARGS__))
#define PTE_POLY18(x, a, ...) PTE_MUL_ADD(a, x, PTE_POLY17(x, __VA_ARGS__))

/* (tanh(x) / x - 1) / x^2 for z = x^2, |x| < 0.625 */
#define PTE_TANH_POLY(z)                                                                           \
    PTE_POLY5(z, -0x1.555532p-2f, 0x1.1106f6p-3f, -0x1.b835a4p-5f, 0x1.51f8ccp-6f, -0x1.750ccap-8f)
/* erf(x) / x - 1 for z = x^2, |x| < 0.9375 */
#define PTE_ERF_POLY(z)                                                                            \
    PTE_POLY7(z, 0x1.06eba8p-3f, -0x1.812742p-2f, 0x1.ce2e1cp-4f, -0x1.b8120ap-6f, 0x1.54ee46p-8f, \
              -0x1.ab8fap-11f, 0x1.60e9c2p-14f)
/* -log(erfc(a)) for 0.9375 <= a < 3.9375 */
#define PTE_ERFC_LOG_POLY(a)                                                                       \
    PTE_POLY8(a, -0x1.7a37d4p-13f, 0x1.2129aep+0f, 0x1.443ecap-1f, 0x1.bbc41p-4f, -0x1.9c355ap-6f, \
              0x1.1259dep-8f, -0x1.cae1a2p-12f, 0x1.668aa4p-16f)

#endif
