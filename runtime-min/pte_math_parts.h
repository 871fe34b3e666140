/* SPDX-License-Identifier: 0BSD
 * The pieces of pte_math_parts.inc for float. */
#ifndef PTE_MATH_PARTS_H
#define PTE_MATH_PARTS_H

#include "pte_math.h"
#include "pte_math_poly.h"

#define PTE_MAX_F32 0x1.fffffep127f

#define FN(name) pte_##name##_f32
#define PART     PTE_INLINE
#include "pte_math_parts_f32.inc"

#endif
