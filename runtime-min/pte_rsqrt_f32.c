/* SPDX-License-Identifier: 0BSD
 * The reciprocal square root of floats. */
#include "pte_math.h"

float pte_rsqrt_f32(float x)
{
    return 1.0f / pte_sqrt_f32(x);
}
