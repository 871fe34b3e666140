/* SPDX-License-Identifier: 0BSD
 * Quotients of floats. */
#include "pte_g3.h"

#define KERNEL pte_g3_div_f32
#define CALL   xa_nn_elm_div_f32xf32_f32
#define MORE   0, /* not rounded */
#include "g3_binary.inc"
