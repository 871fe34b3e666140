/* SPDX-License-Identifier: 0BSD
 * Hyperbolic tangents of floats. */
#include "pte_xa.h"

#define KERNEL pte_xa_tanh_f32
#define CALL   xa_nn_vec_tanh_f32_f32
#include "xa_unary.inc"
