/* SPDX-License-Identifier: 0BSD
 * The quotient of floats, rounded down. */
#include "pte_math_round_f32.h"

float pte_floordiv_f32(float x, float y)
{
    return pte_round_f32_floordiv(x, y, pte_fmod_f32(x, y));
}
