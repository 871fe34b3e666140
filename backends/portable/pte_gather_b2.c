/* SPDX-License-Identifier: 0BSD
 * Selection by index of elements of 2 bytes. */
#include "pte_kernels.h"

#define T    pte_u16
#define NAME pte_gather_b2
#include "gather.inc"
