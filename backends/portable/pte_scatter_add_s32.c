/* SPDX-License-Identifier: 0BSD
 * Adding by index of 32-bit integers. */
#include "pte_kernels.h"
#include "pte_math.h"

#define T             pte_s32
#define NAME          pte_scatter_add_s32
#define OPERAND       pte_s32
#define PUT(old, new) pte_add_s32(old, new)
#include "scatter.inc"
