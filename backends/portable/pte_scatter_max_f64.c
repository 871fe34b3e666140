/* SPDX-License-Identifier: 0BSD
 * Maxima by index of doubles. */
#include "pte_kernels.h"
#include "pte_math.h"

#define T             pte_f64
#define NAME          pte_scatter_max_f64
#define OPERAND       pte_f64
#define PUT(old, new) pte_max_f64((old), (new))
#include "scatter.inc"
