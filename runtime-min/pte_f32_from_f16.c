/* SPDX-License-Identifier: 0BSD
 * Floats from half floats. */
#include "pte_math.h"

float pte_f32_from_f16(uint16_t h)
{
    const uint32_t sign = (uint32_t)(h & 0x8000) << 16, magnitude = h & 0x7fffu;

    if (magnitude >= 0x7c00) /* infinity, NaN */
        return pte_float_of_bits(sign | 0x7f800000u | (magnitude & 0x3ff) << 13);
    if (magnitude < 0x400) /* units of 2^-24 */
        return pte_float_of_bits(sign | pte_bits_f32((float)magnitude * 0x1p-24f));
    return pte_float_of_bits(sign | ((magnitude << 13) + (112u << 23)));
}
