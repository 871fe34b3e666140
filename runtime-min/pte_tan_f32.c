/* SPDX-License-Identifier: 0BSD
 * The tangent of floats. */
#include "pte_math_trig_f32.h"

float pte_tan_f32(float x)
{
    return pte_tangent_f32(x);
}
