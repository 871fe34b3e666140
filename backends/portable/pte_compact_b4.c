/* SPDX-License-Identifier: 0BSD
 * Selection by a mask of elements of 4 bytes. */
#include "pte_kernels.h"

#define T    pte_u32
#define NAME pte_compact_b4
#include "compact.inc"
