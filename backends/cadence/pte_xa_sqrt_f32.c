/* SPDX-License-Identifier: 0BSD
 * Square roots of floats. */
#include "pte_xa.h"

#define KERNEL pte_xa_sqrt_f32
#define CALL   xa_nn_elm_sqrt_f32_f32
#include "xa_unary.inc"
