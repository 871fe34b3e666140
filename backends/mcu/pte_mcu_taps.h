/* SPDX-License-Identifier: 0BSD
 * The sums of depthwise convolutions. */
#ifndef PTE_MCU_TAPS_H
#define PTE_MCU_TAPS_H

#include "pte_mcu.h"

/* The sums up to `last` of as many channels, a multiple of 4: of taps at in + tap[0], ..., up to
 * `end`, an even number. w: pte_mcu_dwconv2d_s8() */
typedef struct pte_mcu_window {
    const pte_s32 *tap;
    const uint32_t *last;
    const pte_s32 *end;
} pte_mcu_window;
void pte_mcu_taps(uint32_t *sum, const pte_s8 *in, const pte_s8 *w, const pte_mcu_window *t);

#endif
