/* SPDX-License-Identifier: 0BSD
 * Strided fill of elements of 2 bytes. */
#include "pte_loop.h"

#define T    pte_u16
#define NAME pte_fill_b2
#include "fill.inc"
