/* SPDX-License-Identifier: 0BSD
 * Pieces of a move from row-major positions to memory: strides of the operands' layouts. */
#ifndef PTEC_GRAPH_PIECES_H
#define PTEC_GRAPH_PIECES_H

#include "graph/graph.h"

typedef struct Side { /* where one piece reads an operand, or writes the result */
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
/* Makes a piece that fills the whole of `out` from operand `src`; the source's strides are still to
 * be set. */
Piece whole_piece(int src, const Value *out);
/* Is the move one piece, which writes as many elements as the result has? */
bool move_covers_result(const Step *s);
/* Does the piece write neighbours of the result one after the other? */
bool piece_is_in_order(const Piece *p);
/* Does the piece have the axes of the result, in their order? */
bool piece_has_axes_of(const Piece *p, const Value *out);
/* Returns the operand of a move of one piece that covers the result, as the piece's strides show
 * it; NULL if strides cannot say it. */
Value *view_of_piece(Graph *g, const Step *s);
/* `places` says where elements come from that a step copies: its axes are those of the result, and
 * with its strides it is a view of what the step reads, which is row-major. A piece that reads the
 * result from element `at` on, or a view of the result, becomes one of what the step reads. False,
 * or NULL: strides cannot say it. */
bool piece_read_through(Piece *p, const Step *reader, const Value *places, Size *at);
Value *view_read_through(Graph *g, const Value *view, const Value *places);
/* Does the piece copy a block: the operand's first `elements` elements, to neighbours from element
 * `*at` of the result on? */
bool move_is_block(const Step *s, int piece, const Size *elements, int64_t *at);
/* Does the piece write none of the elements from..end - 1 of the result, as it lies in memory? */
bool move_spares(const Step *s, int piece, int64_t from, int64_t end);
/* Drops what copies nothing, since an axis has no elements: behind it, every stride is that of a
 * place in an operand that has elements. */
void drop_empty_pieces(Step *move);
bool move_fits(const Step *s); /* strides can say it, whatever the layouts are */
/* Makes the step read the values behind the wanted ones of its operands, which are views. Those for
 * which strides cannot express that stay, and are not wanted any more. */
void move_from_wholes(Step *move, bool *wanted);
/* Lists for each operand: do its channels, axis 1, stay channels, and does nothing else become
 * channels? */
const bool *find_kept_channels(const Step *move);

bool piece_in_memory(const Step *s, const Piece *piece, Walk *w);

bool size_is_one(const Size *s);

#endif
