/* SPDX-License-Identifier: 0BSD
 * Squares of floats. */
#include "pte_xa.h"

#define KERNEL pte_xa_square_f32
#define CALL   xa_nn_elm_square_f32_f32
#include "xa_unary.inc"
