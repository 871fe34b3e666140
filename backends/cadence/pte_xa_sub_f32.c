/* SPDX-License-Identifier: 0BSD
 * Differences of floats. */
#include "pte_xa.h"

#define KERNEL pte_xa_sub_f32
#define CALL   xa_nn_elm_sub_f32xf32_f32
#include "xa_binary.inc"
