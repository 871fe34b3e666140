/* SPDX-License-Identifier: 0BSD
 * Products of floats. */
#include "pte_mcu_kernels.h"

void pte_mcu_dense_f32(pte_f32 *out, const pte_f32 *in, const pte_f32 *weight,
                       const pte_mcu_dense *p)
{
    const pte_mcu_conv2d windows = pte_mcu_windows(p);

    pte_mcu_conv2d_f32(out, in, weight, &windows);
}
