/* SPDX-License-Identifier: 0BSD
 * Floats rounded up. */
#include "pte_math_round_f32.h"

float pte_ceil_f32(float x)
{
    return pte_round_f32_ceil(x);
}
