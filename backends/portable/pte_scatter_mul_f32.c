/* SPDX-License-Identifier: 0BSD
 * Multiplying by index of floats. */
#include "pte_kernels.h"

#define T             pte_f32
#define NAME          pte_scatter_mul_f32
#define OPERAND       pte_f32
#define PUT(old, new) (old) * (new)
#include "scatter.inc"
