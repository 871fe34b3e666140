/* SPDX-License-Identifier: 0BSD
 * The next integers at or above floats. */
#include "pte_xa.h"

#define KERNEL pte_xa_ceil_f32
#define CALL   xa_nn_elm_ceil_f32_f32
#include "xa_unary.inc"
