/* SPDX-License-Identifier: 0BSD
 * Minima by index of 64-bit integers. */
#include "pte_kernels.h"
#include "pte_math.h"

#define T             pte_s64
#define NAME          pte_scatter_min_s64
#define OPERAND       pte_s64
#define PUT(old, new) pte_min_s64((old), (new))
#include "scatter.inc"
