/* SPDX-License-Identifier: 0BSD
 * Products of floats. */
#include "pte_xa.h"

#define KERNEL pte_xa_mul_f32
#define CALL   xa_nn_elm_mul_f32xf32_f32
#include "xa_binary.inc"
