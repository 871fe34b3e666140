/* SPDX-License-Identifier: 0BSD
 * Multiplying by index of doubles. */
#include "pte_kernels.h"

#define T             pte_f64
#define NAME          pte_scatter_mul_f64
#define OPERAND       pte_f64
#define PUT(old, new) (old) * (new)
#include "scatter.inc"
