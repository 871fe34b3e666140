/* SPDX-License-Identifier: 0BSD
 * Sigmoids of floats. */
#include "pte_g3.h"

#define KERNEL pte_g3_sigmoid_f32
#define CALL   xa_nn_sigmoid_f32_f32
#include "g3_unary.inc"
