/* SPDX-License-Identifier: 0BSD
 * Strided copy of elements of 2 bytes. */
#include "pte_loop.h"

#define T    pte_u16
#define NAME pte_move_b2
#include "move.inc"
