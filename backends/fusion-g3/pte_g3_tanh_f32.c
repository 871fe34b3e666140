/* SPDX-License-Identifier: 0BSD
 * Hyperbolic tangents of floats. */
#include "pte_g3.h"

#define KERNEL pte_g3_tanh_f32
#define CALL   xa_nn_tanh_f32_f32
#include "g3_unary.inc"
