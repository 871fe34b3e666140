/* SPDX-License-Identifier: 0BSD
 * Maxima by index of 64-bit integers. */
#include "pte_kernels.h"
#include "pte_math.h"

#define T             pte_s64
#define NAME          pte_scatter_max_s64
#define OPERAND       pte_s64
#define PUT(old, new) pte_max_s64((old), (new))
#include "scatter.inc"
