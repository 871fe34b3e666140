/* SPDX-License-Identifier: 0BSD
 * The sums of convolutions at one position, with Helium: pte_mcu.h. */
#include "pte_mcu.h"

#if PTE_MCU_MVE
#define FUNCTION   pte_mcu_dot1
#define FN(name)   pte_mcu_dot1_##name
#define FOUR_BITS  0
#define WEIGHTS(w) "vld20.8 {q0, q1}, [" w "]\n\tvld21.8 {q0, q1}, [" w "]!\n\t"
#include "mcu_dot1_sixteen.inc"
#endif
