/* SPDX-License-Identifier: 0BSD
 * Products of 16-bit integers by bytes. */
#include "pte_mcu_kernels.h"

void pte_mcu_dense_s16_fbias(pte_s16 *out, const pte_s16 *in, const pte_s8 *weight,
                             const pte_mcu_dense *p)
{
    const pte_mcu_conv2d windows = pte_mcu_windows(p);

    pte_mcu_conv2d_s16_fbias(out, in, weight, &windows);
}
