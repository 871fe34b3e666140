/* SPDX-License-Identifier: 0BSD
 * Selection by index of elements of 1 byte. */
#include "pte_kernels.h"

#define T    pte_u8
#define NAME pte_gather_b1
#include "gather.inc"
