/* SPDX-License-Identifier: 0BSD
 * Polynomials by Horner's rule: PTE_POLY3(x, a, b, c) is a + x (b + x c). The coefficients in the
 * sources that use it are minimax approximations, rounded one after the other. */
#ifndef PTE_MATH_POLY_H
#define PTE_MATH_POLY_H

/* A product of the type of `a`, rounded on its own: every product that becomes part of a sum. */
#define PTE_MUL(a, b) _Generic((a), float : PTE_MUL_F32, default : pte_mul_f64)(a, b)
#define PTE_MUL_F32   pte_mul_f32

/* a, or b if the condition does not hold. */
#define PTE_PICK                      PTE_PICK_ONE
#define PTE_PICK_ONE(condition, a, b) ((condition) ? (a) : (b))

#define PTE_POLY2(x, a, b)    ((a) + PTE_MUL(x, b))
#define PTE_POLY3(x, a, ...)  ((a) + PTE_MUL(x, PTE_POLY2(x, __VA_ARGS__)))
#define PTE_POLY4(x, a, ...)  ((a) + PTE_MUL(x, PTE_POLY3(x, __VA_ARGS__)))
#define PTE_POLY5(x, a, ...)  ((a) + PTE_MUL(x, PTE_POLY4(x, __VA_ARGS__)))
#define PTE_POLY6(x, a, ...)  ((a) + PTE_MUL(x, PTE_POLY5(x, __VA_ARGS__)))
#define PTE_POLY7(x, a, ...)  ((a) + PTE_MUL(x, PTE_POLY6(x, __VA_ARGS__)))
#define PTE_POLY8(x, a, ...)  ((a) + PTE_MUL(x, PTE_POLY7(x, __VA_ARGS__)))
#define PTE_POLY9(x, a, ...)  ((a) + PTE_MUL(x, PTE_POLY8(x, __VA_ARGS__)))
#define PTE_POLY10(x, a, ...) ((a) + PTE_MUL(x, PTE_POLY9(x, __VA_ARGS__)))
#define PTE_POLY11(x, a, ...) ((a) + PTE_MUL(x, PTE_POLY10(x, __VA_ARGS__)))
#define PTE_POLY12(x, a, ...) ((a) + PTE_MUL(x, PTE_POLY11(x, __VA_ARGS__)))
#define PTE_POLY13(x, a, ...) ((a) + PTE_MUL(x, PTE_POLY12(x, __VA_ARGS__)))
#define PTE_POLY14(x, a, ...) ((a) + PTE_MUL(x, PTE_POLY13(x, __VA_ARGS__)))
#define PTE_POLY15(x, a, ...) ((a) + PTE_MUL(x, PTE_POLY14(x, __VA_ARGS__)))
#define PTE_POLY16(x, a, ...) ((a) + PTE_MUL(x, PTE_POLY15(x, __VA_ARGS__)))
#define PTE_POLY17(x, a, ...) ((a) + PTE_MUL(x, PTE_POLY16(x, __VA_ARGS__)))
#define PTE_POLY18(x, a, ...) ((a) + PTE_MUL(x, PTE_POLY17(x, __VA_ARGS__)))

#endif
