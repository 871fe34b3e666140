/* SPDX-License-Identifier: 0BSD
 * Selection by a mask of elements of 1 byte. */
#include "pte_kernels.h"

#define T    pte_u8
#define NAME pte_compact_b1
#include "compact.inc"
