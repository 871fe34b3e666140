/* SPDX-License-Identifier: 0BSD
 * Strided copy of elements of 4 bytes. */
#include "pte_loop.h"

#define T    pte_u32
#define NAME pte_move_b4
#include "move.inc"
