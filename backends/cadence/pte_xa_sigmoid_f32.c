/* SPDX-License-Identifier: 0BSD
 * Sigmoids of floats. */
#include "pte_xa.h"

#define KERNEL pte_xa_sigmoid_f32
#define CALL   xa_nn_vec_sigmoid_f32_f32
#include "xa_unary.inc"
