/* SPDX-License-Identifier: 0BSD
 * Floats to half floats. */
#include "pte_math.h"

uint16_t pte_f16_from_f32(float x)
{
    const uint32_t u = pte_bits_f32(x), magnitude = u & 0x7fffffffu, sign = u >> 16 & 0x8000;
    uint32_t h;

    if (magnitude > 0x7f800000u) /* NaN */
        h = 0x7e00 | (magnitude >> 13 & 0x3ff);
    else if (magnitude >= 0x477ff000u) /* rounds to infinity */
        h = 0x7c00;
    else if (magnitude < 0x38800000u) /* below 2^-14: adding 2^-1 aligns to units of 2^-24 */
        h = pte_bits_f32(pte_float_of_bits(magnitude) + 0.5f) - pte_bits_f32(0.5f);
    else
        h = (magnitude + 0xfff + (magnitude >> 13 & 1) - (112u << 23)) >> 13;
    return (uint16_t)(sign | h);
}
