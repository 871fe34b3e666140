/* SPDX-License-Identifier: 0BSD
 * Products of bytes for microcontrollers, requantised by a float for each channel and a bias
 * behind it. */
#include "pte_mcu_kernels.h"

void pte_mcu_dense_s8_fbias(pte_s8 *out, pte_s8 *scratch, const pte_s8 *in, const pte_s8 *weight,
                            const pte_mcu_dense *p)
{
    const pte_mcu_conv2d windows = pte_mcu_windows(p);

    pte_mcu_conv2d_s8_fbias(out, scratch, in, weight, &windows);
}
