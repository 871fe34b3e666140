/* SPDX-License-Identifier: 0BSD
 * Strided fill of elements of 1 byte. */
#include "pte_loop.h"

#define T    pte_u8
#define NAME pte_fill_b1
#include "fill.inc"
