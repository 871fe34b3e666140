/* SPDX-License-Identifier: 0BSD
 * Writing by index of elements of 1 byte. */
#include "pte_kernels.h"

#define T             pte_u8
#define NAME          pte_scatter_b1
#define OPERAND       void
#define PUT(old, new) (new)
#include "scatter.inc"
