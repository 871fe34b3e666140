/* SPDX-License-Identifier: 0BSD
 * Strided fill of elements of 8 bytes. */
#include "pte_loop.h"

#define T    pte_u64
#define NAME pte_fill_b8
#include "fill.inc"
