/* SPDX-License-Identifier: 0BSD
 * Selection by index of elements of 8 bytes. */
#include "pte_kernels.h"

#define T    pte_u64
#define NAME pte_gather_b8
#include "gather.inc"
