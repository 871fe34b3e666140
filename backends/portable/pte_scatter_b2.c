/* SPDX-License-Identifier: 0BSD
 * Writing by index of elements of 2 bytes. */
#include "pte_kernels.h"

#define T             pte_u16
#define NAME          pte_scatter_b2
#define OPERAND       void
#define PUT(old, new) (new)
#include "scatter.inc"
