/* SPDX-License-Identifier: 0BSD
 * 1 / (1 + exp(-x)) of floats. */
#include "pte_math_parts.h"

float pte_sigmoid_f32(float x)
{
    return pte_logistic_f32(x, pte_exp_f32(-pte_abs_f32(x)));
}
