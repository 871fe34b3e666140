/* SPDX-License-Identifier: 0BSD
 * The remainder of floats, with the sign of x. */
#include "pte_math_round_f32.h"

float pte_fmod_f32(float x, float y)
{
    return pte_round_f32_fmod(x, y);
}
