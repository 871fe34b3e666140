/* SPDX-License-Identifier: 0BSD
 * Convolutions for microcontrollers that take turns. */
#ifndef PTE_MCU_TURNS_H
#define PTE_MCU_TURNS_H

#include "pte_mcu_kernels.h"
#include "pte_turns.h"

/* As pte_conv2d_turn and pte_rows_conv2d(). */
typedef struct pte_mcu_conv2d_turn {
    pte_turn *turn;
    pte_mcu_conv2d conv;
} pte_mcu_conv2d_turn;

void pte_mcu_rows_conv2d(pte_mcu_conv2d_turn *p, void *memory, const pte_mcu_conv2d *whole,
                         const pte_turns *s);

/* The same; all rows of a result have as many positions. */
typedef struct pte_mcu_dense_turn {
    pte_turn *turn;
    pte_mcu_dense conv;
} pte_mcu_dense_turn;

void pte_mcu_rows_dense(pte_mcu_dense_turn *p, void *memory, const pte_mcu_dense *whole,
                        const pte_turns *s);

#endif
