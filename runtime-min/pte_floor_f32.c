/* SPDX-License-Identifier: 0BSD
 * Floats rounded down. */
#include "pte_math_round_f32.h"

float pte_floor_f32(float x)
{
    return pte_round_f32_floor(x);
}
