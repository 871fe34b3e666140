/* SPDX-License-Identifier: 0BSD
 * Quotients of floats. */
#include "pte_xa.h"

#define KERNEL pte_xa_div_f32
#define CALL   xa_nn_elm_div_f32xf32_f32
#include "xa_binary.inc"
