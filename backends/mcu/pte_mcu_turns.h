/* SPDX-License-Identifier: 0BSD
 * Convolutions for microcontrollers that take turns. */
#ifndef PTE_MCU_TURNS_H
#define PTE_MCU_TURNS_H

#include "pte_mcu_kernels.h"
#include "pte_turns.h"

/* As pte_rows_conv2d(). */
pte_rows pte_mcu_rows_conv2d(pte_mcu_conv2d *p, const pte_mcu_conv2d *whole, const pte_turns *s,
                             const pte_turns *in, int32_t turn);

#endif
