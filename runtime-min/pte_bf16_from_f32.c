/* SPDX-License-Identifier: 0BSD
 * Floats to bfloat16. */
#include "pte_math.h"

uint16_t pte_bf16_from_f32(float x)
{
    const uint32_t u = pte_bits_f32(x);

    if (x != x)
        return (uint16_t)(u >> 16 | 0x40);
    return (uint16_t)((u + 0x7fff + (u >> 16 & 1)) >> 16);
}
