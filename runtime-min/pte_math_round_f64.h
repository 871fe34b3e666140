/* SPDX-License-Identifier: 0BSD
 * Rounding and remainders of doubles. */
#ifndef PTE_MATH_ROUND_F64_H
#define PTE_MATH_ROUND_F64_H

#include "pte_math.h"

#define F        double
#define U        uint64_t
#define FN(name) pte_round_f64_##name
#define BITS     pte_bits_f64
#define OF_BITS  pte_double_of_bits
#define DIGITS   52
#define BIAS     1023
#include "pte_math_round.inc"

#endif
