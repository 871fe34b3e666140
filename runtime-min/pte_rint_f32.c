/* SPDX-License-Identifier: 0BSD
 * Floats rounded to the nearest integer, halves to even. */
#include "pte_math_round_f32.h"

float pte_rint_f32(float x)
{
    return pte_round_f32_rint(x);
}
