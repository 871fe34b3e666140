/* SPDX-License-Identifier: 0BSD
 * Selection by a mask of elements of 8 bytes. */
#include "pte_kernels.h"

#define T    pte_u64
#define NAME pte_compact_b8
#include "compact.inc"
