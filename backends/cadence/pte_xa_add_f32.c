/* SPDX-License-Identifier: 0BSD
 * Sums of floats. */
#include "pte_xa.h"

#define KERNEL pte_xa_add_f32
#define CALL   xa_nn_elm_add_f32xf32_f32
#include "xa_binary.inc"
