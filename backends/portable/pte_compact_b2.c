/* SPDX-License-Identifier: 0BSD
 * Selection by a mask of elements of 2 bytes. */
#include "pte_kernels.h"

#define T    pte_u16
#define NAME pte_compact_b2
#include "compact.inc"
