/* SPDX-License-Identifier: 0BSD
 * The logarithm of floats to base 2. */
#include "pte_math_log_f32.h"

float pte_log2_f32(float x)
{
    const pte_pair_f32 unit = {1.0f, 0.0f}, factor = {0x1.715476p+0f, 0x1.4ae0cp-26f};

    return pte_log_rounded_f32(x, unit, factor);
}
