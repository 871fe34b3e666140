/* SPDX-License-Identifier: 0BSD
 * Writing by index of elements of 8 bytes. */
#include "pte_kernels.h"

#define T             pte_u64
#define NAME          pte_scatter_b8
#define OPERAND       void
#define PUT(old, new) (new)
#include "scatter.inc"
