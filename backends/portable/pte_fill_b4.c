/* SPDX-License-Identifier: 0BSD
 * Strided fill of elements of 4 bytes. */
#include "pte_loop.h"

#define T    pte_u32
#define NAME pte_fill_b4
#include "fill.inc"
