/* SPDX-License-Identifier: 0BSD
 * Strided copy of elements of 8 bytes. */
#include "pte_loop.h"

#define T    pte_u64
#define NAME pte_move_b8
#include "move.inc"
