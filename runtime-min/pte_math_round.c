/* SPDX-License-Identifier: 0BSD
 * floor, ceil, trunc, rint and fmod. */
#include "pte_math.h"

#define F       float
#define U       uint32_t
#define SUFFIX  f32
#define BITS    pte_bits_f32
#define OF_BITS pte_float_of_bits
#define DIGITS  23
#define BIAS    127
#include "pte_math_round.inc"

#define F       double
#define U       uint64_t
#define SUFFIX  f64
#define BITS    pte_bits_f64
#define OF_BITS pte_double_of_bits
#define DIGITS  52
#define BIAS    1023
#include "pte_math_round.inc"
