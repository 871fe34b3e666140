/* SPDX-License-Identifier: 0BSD
 * Cosines of floats. */
#include "pte_xa.h"

#define KERNEL pte_xa_cos_f32
#define CALL   xa_nn_elm_cosine_f32_f32
#include "xa_unary.inc"
