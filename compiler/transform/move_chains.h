/* SPDX-License-Identifier: 0BSD
 * Moves of what a move made. */
#ifndef PTEC_TRANSFORM_MOVE_CHAINS_H
#define PTEC_TRANSFORM_MOVE_CHAINS_H

#include "graph/graph.h"

/* Makes moves that read the result of a move, or of a copy, read its operand instead, where nobody
 * else reads it and no more memory is needed: what lies between them is computed no more. Returns
 * whether it changed anything. */
bool join_moves(Graph *g);

#endif
