/* SPDX-License-Identifier: 0BSD
 * Pieces of the float functions. */
#ifndef PTE_MATH_PARTS_H
#define PTE_MATH_PARTS_H

#include "pte_math.h"
#include "pte_math_poly.h"

#define PTE_MAX_F32 0x1.fffffep127f

#define NAME(name) pte_##name##_f32
#include "pte_math_parts_f32.inc"

#endif
