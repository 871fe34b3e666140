/* SPDX-License-Identifier: 0BSD
 * Depthwise convolution of bytes for microcontrollers, requantised by fixed point. */
#include "pte_mcu.h"
#include "pte_mcu_taps.h"

#define FN(name) pte_mcu_dwconv2d_s8_##name
#include "mcu_scale_s8.inc"

#include "mcu_dwconv2d_s8.inc"

void pte_mcu_dwconv2d_s8(pte_s8 *out, pte_s8 *scratch, const pte_s8 *in, const pte_s8 *weight,
                         const pte_mcu_conv2d *p)
{
    FN(run)(out, scratch, in, weight, p);
}
#undef FN
#undef PTE_MCU_IN_VECTORS
#undef PTE_MCU_START_SCALE
#undef PTE_MCU_SCALE16
#undef PTE_MCU_SCALE_ONE
#undef PTE_MCU_SCALE_NEXT
#undef PTE_MCU_BY_FOUR
#undef PTE_MCU_FUSES
