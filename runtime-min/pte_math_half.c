/* SPDX-License-Identifier: 0BSD
 * Half and bfloat16 numbers to and from float. */
#include "pte_math.h"

float pte_f32_from_bf16(uint16_t h)
{
    return pte_float_of_bits((uint32_t)h << 16);
}

uint16_t pte_bf16_from_f32(float x)
{
    const uint32_t u = pte_bits_f32(x);

    if (x != x)
        return (uint16_t)(u >> 16 | 0x40);
    return (uint16_t)((u + 0x7fff + (u >> 16 & 1)) >> 16);
}

float pte_f32_from_f16(uint16_t h)
{
    const uint32_t sign = (uint32_t)(h & 0x8000) << 16, magnitude = h & 0x7fffu;

    if (magnitude >= 0x7c00) /* infinity, NaN */
        return pte_float_of_bits(sign | 0x7f800000u | (magnitude & 0x3ff) << 13);
    if (magnitude < 0x400) /* units of 2^-24 */
        return pte_float_of_bits(sign | pte_bits_f32((float)magnitude * 0x1p-24f));
    return pte_float_of_bits(sign | ((magnitude << 13) + (112u << 23)));
}

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
