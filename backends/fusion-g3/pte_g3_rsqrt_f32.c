/* SPDX-License-Identifier: 0BSD
 * Reciprocal square roots of floats. */
#include "pte_g3.h"

#define KERNEL pte_g3_rsqrt_f32
#define CALL   xa_nn_elm_rsqrt_f32_f32
#include "g3_unary.inc"
