/* SPDX-License-Identifier: 0BSD
 * The next integers at or below floats. */
#include "pte_xa.h"

#define KERNEL pte_xa_floor_f32
#define CALL   xa_nn_elm_floor_f32_f32
#include "xa_unary.inc"
