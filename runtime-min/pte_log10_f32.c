/* SPDX-License-Identifier: 0BSD
 * The logarithm of floats to base 10. */
#include "pte_math_log_f32.h"

float pte_log10_f32(float x)
{
    const pte_pair_f32 unit = {0x1.344136p-2f, -0x1.ec10cp-27f};
    const pte_pair_f32 factor = {0x1.bcb7b2p-2f, -0x1.5b235ep-27f};

    return pte_log_rounded_f32(x, unit, factor);
}
