/* SPDX-License-Identifier: 0BSD
 * Floats rounded towards zero. */
#include "pte_math_round_f32.h"

float pte_trunc_f32(float x)
{
    return pte_round_f32_trunc(x);
}
