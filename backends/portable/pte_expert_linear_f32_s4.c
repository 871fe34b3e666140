/* SPDX-License-Identifier: 0BSD
 * Products of floats with matrices of 4 bits, chosen by index. */
#include "pte_kernels.h"

#define T               pte_u8
#define KERNEL          pte_expert_linear_f32_s4
#define ELEMENTS        2
#define ELEMENT(row, i) (((row)[(i) / 2] >> (i) % 2 * 4 & 15) - 8)
#include "expert_linear.inc"
