/* SPDX-License-Identifier: 0BSD
 * Sines of floats. */
#include "pte_xa.h"

#define KERNEL pte_xa_sin_f32
#define CALL   xa_nn_elm_sine_f32_f32
#include "xa_unary.inc"
