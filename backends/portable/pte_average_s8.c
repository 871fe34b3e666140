/* SPDX-License-Identifier: 0BSD
 * The average of quantised bytes. With k elements and the exact sum S of what they are above the
 * zero point, the float result is within (k + 2) 2^-24 255 k / n of S / n before it is rounded to
 * an integer: each of k - 1 additions, k products and two divisions is off by at most 2^-24 of its
 * result. So S decides wherever S / n is farther than that from the middle of two integers. In the
 * middle the order and the roundings of the sum decide, and are repeated here in integers. */
#include "pte_average_s8.h"
#include "pte_average_rounded.h"

/* The average above the zero point, with each rounding of the definition. */
static int32_t pte_average_repeat(int32_t n, const pte_average_taps *taps, int32_t zero,
                                  uint32_t scale)
{
    const pte_s8 *row = taps->first;
    int64_t sum = 0;

    for (int32_t y = 0; y < taps->rows; y++, row += taps->dy)
        for (int32_t x = 0; x < taps->cols; x++)
            sum = pte_average_add(sum, row[x * taps->dx] - zero, scale);
    return pte_average_steps(sum, n, scale);
}

int8_t pte_average_s8(int32_t sum, int32_t n, const pte_average_taps *taps, const pte_f32 *q)
{
    const int32_t zero = pte_average_zero(q), k = taps->rows * taps->cols;
    const int32_t above = sum - k * zero;
    int32_t steps = n ? above / n : 0, rest = n ? above % n : 0, apart;

    if (rest < 0) {
        rest += n;
        steps--;
    }
    apart = 2 * rest - n;
    if (n && steps > -256 && steps < 256 &&
        (k >= 1 << 15 || (apart < 0 ? -apart : apart) <= k * (k + 3) >> 15))
        steps = pte_average_repeat(n, taps, zero, pte_average_scale(q));
    else if (apart > 0)
        steps++;
    return pte_average_byte(steps + zero);
}
