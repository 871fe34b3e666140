/* SPDX-License-Identifier: 0BSD
 * Floats from bfloat16. */
#include "pte_math.h"

float pte_f32_from_bf16(uint16_t h)
{
    return pte_float_of_bits((uint32_t)h << 16);
}
