/* SPDX-License-Identifier: 0BSD
 * Magnitudes of floats. */
#include "pte_xa.h"

#define KERNEL pte_xa_abs_f32
#define CALL   xa_nn_elm_abs_f32_f32
#include "xa_unary.inc"
