/* SPDX-License-Identifier: 0BSD
 * Negatives of floats. */
#include "pte_xa.h"

#define KERNEL pte_xa_neg_f32
#define CALL   xa_nn_elm_neg_f32_f32
#include "xa_unary.inc"
