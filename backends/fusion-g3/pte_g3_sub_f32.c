/* SPDX-License-Identifier: 0BSD
 * Differences of floats. */
#include "pte_g3.h"

#define KERNEL pte_g3_sub_f32
#define CALL   xa_nn_elm_sub_f32xf32_f32
#define MORE   1, /* times the second operand */
#include "g3_binary.inc"
