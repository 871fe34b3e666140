/* SPDX-License-Identifier: 0BSD
 * The nearest integers to floats, of two the even one. */
#include "pte_xa.h"

#define KERNEL pte_xa_rint_f32
#define CALL   xa_nn_elm_round_f32_f32
#include "xa_unary.inc"
