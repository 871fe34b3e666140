/* SPDX-License-Identifier: 0BSD
 * What a method that runs by steps computes in one call, its pieces: a step, or a turn of a strip.
 */
#ifndef PTEC_PLAN_STRIPS_BOUND_H
#define PTEC_PLAN_STRIPS_BOUND_H

#include "graph/graph.h"

typedef struct LongestPiece {
    const Step *step; /* of a strip the last one; NULL: no step has multiply-adds */
    int64_t macs;
} LongestPiece;

/* Lets steps of more multiply-adds than --max-piece take turns by themselves, if their kernels can.
 */
void bound_pieces(Graph *g);
LongestPiece longest_piece(const Graph *g);

#endif
