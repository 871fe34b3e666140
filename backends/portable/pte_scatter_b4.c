/* SPDX-License-Identifier: 0BSD
 * Writing by index of elements of 4 bytes. */
#include "pte_kernels.h"

#define T             pte_u32
#define NAME          pte_scatter_b4
#define OPERAND       void
#define PUT(old, new) (new)
#include "scatter.inc"
