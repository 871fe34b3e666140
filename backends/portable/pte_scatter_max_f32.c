/* SPDX-License-Identifier: 0BSD
 * Maxima by index of floats. */
#include "pte_kernels.h"
#include "pte_math.h"

#define T             pte_f32
#define NAME          pte_scatter_max_f32
#define OPERAND       pte_f32
#define PUT(old, new) pte_max_f32((old), (new))
#include "scatter.inc"
