/* SPDX-License-Identifier: 0BSD
 * Pieces of a move from row-major positions to memory: strides of the operands' layouts. */
#ifndef PTEC_GRAPH_PIECES_H
#define PTEC_GRAPH_PIECES_H

#include "graph/graph.h"

typedef struct Side { /* of one piece: where an operand is read or written */
    const Value *v;
    Size *offset, *stride[MAX_RANK];
} Side;

typedef struct Walk {
    int rank;
    Size *extent[MAX_RANK];
    Side src, dst;
    bool fill;
} Walk;

void row_strides(const Value *v, Size **stride); /* of a value's axes in its row-major order */
/* The whole of `out` from operand `src`, with the source's strides still to be set. */
Piece whole_piece(int src, const Value *out);
/* Does the piece move so many neighbours, all from the operand's first on, to element *at and on?
 */
bool move_is_block(const Step *s, int piece, const Size *elements, int64_t *at);
/* Does the piece write none of the elements from..end - 1 of the result, in memory? */
bool move_spares(const Step *s, int piece, int64_t from, int64_t end);
bool move_fits(const Step *s); /* strides can say it, whatever the layouts are */
/* It reads what the operand, a view, shows out of the whole. False: strides cannot say it.
 */
bool move_from_whole(Step *move, int operand);
/* Do the operand's channels, axis 1, stay channels, and nothing else become them? */
bool keeps_channels(const Step *move, int operand);

bool piece_in_memory(const Step *s, const Piece *piece, Walk *w);

bool size_is_one(const Size *s);

#endif
