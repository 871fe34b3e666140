/* SPDX-License-Identifier: 0BSD
 * Rounding and remainders of floats. */
#ifndef PTE_MATH_ROUND_F32_H
#define PTE_MATH_ROUND_F32_H

#include "pte_math.h"

#define F        float
#define U        uint32_t
#define FN(name) pte_round_f32_##name
#define BITS     pte_bits_f32
#define OF_BITS  pte_float_of_bits
#define DIGITS   23
#define BIAS     127
#include "pte_math_round.inc"

#endif
