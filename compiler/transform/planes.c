/* SPDX-License-Identifier: 0BSD
 * Copies whose rows become columns, for vector kernels. */
#include "transform/planes.h"
#include "graph/build.h"
#include "graph/pieces.h"
#include "graph/rewrite.h"

enum { VECTOR_BYTES = 16 };

/* Returns the axis along which the elements of `side` are neighbours, if they fill a vector, or -1.
 */
static int dense_axis(const Walk *w, const Side *side, int64_t bytes)
{
    for (int i = 0; i < w->rank; i++)
        if (size_is_one(side->stride[i]) && size_is_const(w->extent[i]) &&
            size_value(w->extent[i]) * bytes >= VECTOR_BYTES)
            return i;
    return -1;
}

/* Do the copy's rows become columns, of elements that a vector kernel moves in squares? */
static bool turns_planes(const Step *s, const Piece *piece)
{
    int64_t bytes = (int64_t)dtype_bytes((int)s->out[0]->type.dtype);
    Walk w;
    if ((bytes != 1 && bytes != 4) || !piece_in_memory(s, piece, &w))
        return false;
    int from = dense_axis(&w, &w.src, bytes), to = dense_axis(&w, &w.dst, bytes);
    return from >= 0 && to >= 0 && from != to;
}

void move_planes(Graph *g)
{
    FOR_BLOCKS(b, g)
        FOR_STEPS(s, b) {
            if (!is_copy(s) || !same_dims(s->in[0], s->out[0]))
                continue;
            Piece p = whole_piece(0, s->out[0]);
            row_strides(s->in[0], p.src_stride);
            if (!turns_planes(s, &p))
                continue;
            s->kind = K_MOVE;
            s->piece = NEW(Piece, 1);
            s->piece[0] = p;
            s->npieces = 1;
            s->expr = NULL;
        }
}
