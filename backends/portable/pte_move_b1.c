/* SPDX-License-Identifier: 0BSD
 * Strided copy of elements of 1 byte. */
#include "pte_loop.h"

#define T    pte_u8
#define NAME pte_move_b1
#include "move.inc"
