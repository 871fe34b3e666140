/* SPDX-License-Identifier: 0BSD
 * Pieces of the double functions. */
#ifndef PTE_MATH_PARTS_F64_H
#define PTE_MATH_PARTS_F64_H

#include "pte_math.h"
#include "pte_math_poly.h"

#define PTE_MAX_F64 0x1.fffffffffffffp1023

#define F          double
#define U          uint64_t
#define I          int64_t
#define FN(name)   pte_##name##_f64
#define PART       PTE_INLINE
#define BITS       pte_bits_f64
#define OF_BITS    pte_double_of_bits
#define DIGITS     52
#define BIAS       1023
#define UPPER_HALF UINT64_C(0xfffffffff8000000)
#define INV_LOG2   0x1.71547652b82fep+0
#define LOG2_HI    0x1.62e42fefp-1
#define LOG2_LO    0x1.473de6af278edp-34
#define SQRT_HALF  UINT64_C(0x3fe6a09e667f3bcd)
#define EXPM1_POLY(r)                                                                              \
    PTE_POLY11(r, 0.5, 0x1.5555555555559p-3, 0x1.5555555555552p-5, 0x1.111111110f5ep-7,            \
               0x1.6c16c16c17493p-10, 0x1.a01a01b05309ep-13, 0x1.a01a01a5030c5p-16,                \
               0x1.71ddf70e55f89p-19, 0x1.27e4d766c7cd6p-22, 0x1.af612f23d9faap-26,                \
               0x1.1f841199f31e3p-29)
#include "pte_math_parts.inc"

#endif
