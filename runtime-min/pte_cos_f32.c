/* SPDX-License-Identifier: 0BSD
 * The cosine of floats. */
#include "pte_math.h"

float pte_cos_f32(float x)
{
    return pte_sin_or_cos_f32(x, 1);
}
