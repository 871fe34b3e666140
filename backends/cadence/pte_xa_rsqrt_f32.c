/* SPDX-License-Identifier: 0BSD
 * Reciprocal square roots of floats. */
#include "pte_xa.h"

#define KERNEL pte_xa_rsqrt_f32
#define CALL   xa_nn_elm_rsqrt_f32_f32
#include "xa_unary.inc"
