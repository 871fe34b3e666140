/* SPDX-License-Identifier: 0BSD
 * Products of floats with matrices of 8 bits, chosen by index. */
#include "pte_kernels.h"

#define T               pte_s8
#define KERNEL          pte_expert_linear_f32_s8
#define ELEMENTS        1
#define ELEMENT(row, i) (row)[i]
#include "expert_linear.inc"
