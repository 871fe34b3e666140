/* SPDX-License-Identifier: 0BSD
 * Powers of e, by floats. */
#include "pte_g3.h"

#define KERNEL pte_g3_exp_f32
#define CALL   xa_nn_elm_exp_f32_f32
#include "g3_unary.inc"
