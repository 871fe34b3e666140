/* SPDX-License-Identifier: 0BSD
 * Products of floats. */
#include "pte_g3.h"

#define KERNEL pte_g3_mul_f32
#define CALL   xa_nn_elm_mul_f32xf32_f32
#define MORE
#include "g3_binary.inc"
