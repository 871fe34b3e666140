/* SPDX-License-Identifier: 0BSD
 * Natural logarithms of floats. */
#include "pte_xa.h"

#define KERNEL pte_xa_log_f32
#define CALL   xa_nn_elm_logn_f32_f32
#include "xa_unary.inc"
