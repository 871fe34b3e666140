/* SPDX-License-Identifier: 0BSD
 * Selection by index of elements of 4 bytes. */
#include "pte_kernels.h"

#define T    pte_u32
#define NAME pte_gather_b4
#include "gather.inc"
