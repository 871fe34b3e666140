/* SPDX-License-Identifier: 0BSD
 * Pieces of a move from row-major positions to memory: strides of the operands' layouts. */
#include "graph/pieces.h"
#include "graph/build.h"

#include <stdlib.h>
#include <string.h>

bool size_is_one(const Size *s)
{
    return size_is_const(s) && size_value(s) == 1;
}

/* Returns the elements between neighbours along `axis` in the value's row-major order. */
static int64_t row_stride(const Value *v, int axis)
{
    int64_t n = 1;
    for (int i = axis + 1; i < v->type.rank; i++)
        n *= size_value(v->type.dim[i]);
    return n;
}

/* Splits axis `at` of the walk into an outer one and an inner one of `inner` elements. */
static bool split_axis(Walk *w, int at, int64_t inner)
{
    int64_t n = size_value(w->extent[at]);
    if (inner <= 1 || n % inner || w->rank == MAX_RANK)
        return false;
    Side *side[] = {&w->src, &w->dst};
    memmove(&w->extent[at + 1], &w->extent[at], (size_t)(w->rank - at) * sizeof(Size *));
    w->extent[at] = size_const(n / inner);
    w->extent[at + 1] = size_const(inner);
    for (int k = 0; k < 2; k++) {
        Size **stride = side[k]->stride;
        if (k == 0 && w->fill)
            continue;
        memmove(&stride[at + 1], &stride[at], (size_t)(w->rank - at) * sizeof(Size *));
        stride[at] = size_op(S_MUL, stride[at + 1], size_const(inner));
    }
    w->rank++;
    return true;
}

/* Returns the operand's axis along which a row-major stride steps, forwards or backwards, or -1. */
static int axis_of_stride(const Value *v, int64_t stride)
{
    stride = stride < 0 ? -stride : stride;
    for (int i = 0; i < v->type.rank; i++)
        if (size_value(v->type.dim[i]) > 1 && stride % row_stride(v, i) == 0 &&
            stride < row_stride(v, i) * size_value(v->type.dim[i]))
            return i;
    return -1;
}

static bool all_const(const Walk *w, const Side *side)
{
    bool known = size_is_const(side->offset);
    for (int i = 0; i < side->v->type.rank; i++)
        known = known && size_is_const(side->v->type.dim[i]) &&
                size_is_const(side->v->layout.stride[i]);
    for (int i = 0; i < w->rank; i++)
        known = known && size_is_const(w->extent[i]) && size_is_const(side->stride[i]);
    return known;
}

static bool is_empty(int rank, Size *const *extent)
{
    bool empty = false;
    for (int i = 0; i < rank; i++)
        empty |= extent[i] == size_const(0);
    return empty;
}

/* Rewrites one side's offset and strides from row-major order to its operand's layout. False: the
 * walk leaves an axis in a way that strides cannot express. A walk over no element stays as it
 * is. */
static bool to_memory(Walk *w, Side *side)
{
    const Value *v = side->v;
    if (layout_is_row_major(v) || is_empty(w->rank, w->extent))
        return true;
    if (!all_const(w, side))
        return false;
    int64_t index[MAX_RANK], left = size_value(side->offset);
    for (int i = 0; i < v->type.rank; i++) {
        index[i] = left / row_stride(v, i);
        left %= row_stride(v, i);
    }
    for (int k = 0; k < w->rank; k++) {
        int64_t n = size_value(w->extent[k]), s = size_value(side->stride[k]);
        if (n <= 1 || s == 0)
            continue;
        int axis = axis_of_stride(v, s);
        if (axis < 0)
            return false;
        int64_t room = size_value(v->type.dim[axis]), step = s / row_stride(v, axis);
        int64_t last = index[axis] + step * (n - 1);
        if (last >= 0 && last < room)
            continue;
        /* the axis runs over into the next outer one: split where it is full */
        if (step < 0 || index[axis] != 0 || room % step || !split_axis(w, k, room / step))
            return false;
        k--; /* the outer part again */
    }
    int64_t at = 0;
    for (int i = 0; i < v->type.rank; i++)
        at += index[i] * size_value(v->layout.stride[i]);
    side->offset = size_const(at);
    for (int k = 0; k < w->rank; k++) {
        int64_t s = size_value(side->stride[k]);
        int axis = size_value(w->extent[k]) > 1 && s ? axis_of_stride(v, s) : -1;
        side->stride[k] =
            axis < 0 ? size_const(0)
                     : size_const(s / row_stride(v, axis) * size_value(v->layout.stride[axis]));
    }
    return true;
}

static Walk walk_of(const Step *s, const Piece *piece)
{
    Walk w = {.rank = piece->rank, .fill = piece->src < 0};
    w.dst = (Side){.v = s->out[0], .offset = piece->dst_offset};
    if (!w.fill)
        w.src = (Side){.v = s->in[piece->src], .offset = piece->src_offset};
    for (int i = 0; i < piece->rank; i++) {
        w.extent[i] = piece->extent[i];
        w.dst.stride[i] = piece->dst_stride[i];
        w.src.stride[i] = w.fill ? size_const(0) : piece->src_stride[i];
    }
    return w;
}

/* Returns `whole` with its axes in the order of memory, from the outermost to the innermost, and
 * strides of row-major positions. */
static Value in_memory_order(const Value *whole)
{
    Value v = {.type.rank = whole->type.rank};
    bool taken[MAX_RANK] = {false};
    for (int i = 0; i < v.type.rank; i++) {
        int axis = -1;
        for (int k = 0; k < v.type.rank; k++)
            if (!taken[k] && (axis < 0 || size_value(whole->layout.stride[k]) >
                                              size_value(whole->layout.stride[axis])))
                axis = k;
        taken[axis] = true;
        v.type.dim[i] = whole->type.dim[axis];
        v.layout.stride[i] = size_const(row_stride(whole, axis));
    }
    return v;
}

/* Rewrites the source from positions in the memory that a view shows to row-major positions in
 * `whole`, the value behind the view. */
static bool to_whole(Walk *w, const Value *whole)
{
    if (!value_is_static(whole) || !layout_is_dense(whole))
        return false;
    Value places = in_memory_order(whole);
    w->src.v = &places;
    bool fits = to_memory(w, &w->src);
    w->src.v = whole;
    return fits;
}

static Piece piece_of_walk(const Walk *w, int src)
{
    Piece p = {
        .src = src, .rank = w->rank, .src_offset = w->src.offset, .dst_offset = w->dst.offset};
    for (int i = 0; i < w->rank; i++) {
        p.extent[i] = w->extent[i];
        p.src_stride[i] = w->src.stride[i];
        p.dst_stride[i] = w->dst.stride[i];
    }
    return p;
}

bool move_covers_result(const Step *s)
{
    const Piece *p = s->piece;
    Size *n = size_const(1);
    if (s->npieces != 1)
        return false;
    for (int i = 0; i < p->rank; i++)
        n = size_op(S_MUL, n, p->extent[i]);
    return p->src >= 0 && p->dst_offset == size_const(0) && n == value_numel(s->out[0]);
}

bool piece_is_in_order(const Piece *p)
{
    Size *stride = size_const(1);
    bool in_order = true;
    for (int i = p->rank; in_order && i-- > 0;) {
        in_order = p->dst_stride[i] == stride || p->extent[i] == size_const(1);
        stride = size_op(S_MUL, stride, p->extent[i]);
    }
    return in_order;
}

bool piece_has_axes_of(const Piece *p, const Value *out)
{
    bool same = p->rank == out->type.rank && piece_is_in_order(p);
    for (int i = 0; same && i < p->rank; i++)
        same = p->extent[i] == out->type.dim[i];
    return same;
}

Value *view_of_piece(Graph *g, const Step *s)
{
    const Piece *p = s->piece;
    Value *in = s->in[p->src], *out = s->out[0];
    bool dynamic = false, in_order = true;
    for (int i = 0; i < out->type.rank; i++)
        dynamic |= !size_is_const(out->type.dim[i]);
    for (int i = 0; i < p->rank; i++)
        in_order &= p->src_stride[i] == p->dst_stride[i] || p->extent[i] == size_const(1);
    if (in_order && size_is_const(p->src_offset) && layout_is_row_major(in) &&
        layout_is_row_major(out))
        return value_view(g, in, &out->type, &out->layout, p->src_offset);
    if (dynamic || !piece_has_axes_of(p, out) || !layout_is_row_major(in))
        return NULL;
    Layout layout = {0};
    for (int i = 0; i < p->rank; i++)
        layout.stride[i] = p->src_stride[i];
    return size_is_const(p->src_offset) ? value_view(g, in, &out->type, &layout, p->src_offset)
                                        : NULL;
}

bool piece_read_through(Piece *p, const Step *reader, const Value *places, Size *at)
{
    Walk w = walk_of(reader, p);
    w.src.v = places;
    w.src.offset = size_op(S_ADD, w.src.offset, at);
    if (!all_const(&w, &w.src) || !to_memory(&w, &w.src))
        return false;
    w.src.offset = size_op(S_ADD, w.src.offset, places->offset);
    *p = piece_of_walk(&w, p->src);
    return true;
}

Value *view_read_through(Graph *g, const Value *view, const Value *places)
{
    const int rank = view->type.rank;
    Walk w = {.rank = rank,
              .src = {.v = places, .offset = view->view_of ? view->offset : size_const(0)}};
    for (int i = 0; i < rank; i++) {
        w.extent[i] = view->type.dim[i];
        w.src.stride[i] = view->layout.stride[i];
        w.dst.stride[i] = size_const(0);
    }
    if (!all_const(&w, &w.src) || !to_memory(&w, &w.src) || w.rank != rank)
        return NULL;
    Layout layout = {0};
    for (int i = 0; i < rank; i++)
        layout.stride[i] = w.src.stride[i];
    return value_view(g, places->view_of, &view->type, &layout,
                      size_op(S_ADD, w.src.offset, places->offset));
}

static bool piece_keeps_channels(const Piece *p, const Value *in, const Value *out)
{
    for (int k = 0; k < p->rank; k++)
        if (size_value(p->extent[k]) > 1 &&
            (axis_of_stride(in, size_value(p->src_stride[k])) == 1) !=
                (axis_of_stride(out, size_value(p->dst_stride[k])) == 1))
            return false;
    return true;
}

const bool *find_kept_channels(const Step *s)
{
    bool *kept = NEW(bool, s->nin), known = value_is_static(s->out[0]);
    memset(kept, true, (size_t)s->nin);
    for (int i = 0; known && i < s->npieces; i++) {
        const Piece *p = &s->piece[i];
        if (p->src >= 0 && value_is_static(s->in[p->src]))
            kept[p->src] = kept[p->src] && piece_keeps_channels(p, s->in[p->src], s->out[0]);
    }
    return kept;
}

/* Makes the piece one of the value behind the view that it reads. */
static bool piece_from_whole(const Step *s, Piece *p)
{
    const Value *view = s->in[p->src];
    Walk w = walk_of(s, p);
    if (!value_is_static(view) || !to_memory(&w, &w.src))
        return false;
    w.src.offset = size_op(S_ADD, w.src.offset, view->offset);
    if (!to_whole(&w, view->view_of))
        return false;
    *p = piece_of_walk(&w, p->src);
    return true;
}

void move_from_wholes(Step *s, bool *wanted)
{
    Piece *piece = NEW(Piece, s->npieces);
    for (int i = 0; i < s->npieces; i++) {
        piece[i] = s->piece[i];
        if (piece[i].src >= 0 && wanted[piece[i].src])
            wanted[piece[i].src] = piece_from_whole(s, &piece[i]);
    }
    for (int i = 0; i < s->npieces; i++)
        if (piece[i].src < 0 || !wanted[piece[i].src])
            piece[i] = s->piece[i];
    s->piece = piece;
    for (int i = 0; i < s->nin; i++)
        if (wanted[i])
            s->in[i] = s->in[i]->view_of;
}

/* Drops axes of one element, and joins those that follow each other on both sides. */
static void coalesce(Walk *w)
{
    int n = 0;
    for (int i = 0; i < w->rank; i++) {
        if (size_is_one(w->extent[i]))
            continue;
        int p = n - 1;
        bool join = n > 0 && w->dst.stride[p] == size_op(S_MUL, w->dst.stride[i], w->extent[i]) &&
                    (w->fill || w->src.stride[p] == size_op(S_MUL, w->src.stride[i], w->extent[i]));
        int to = join ? p : n++;
        w->extent[to] = join ? size_op(S_MUL, w->extent[p], w->extent[i]) : w->extent[i];
        w->dst.stride[to] = w->dst.stride[i];
        w->src.stride[to] = w->src.stride[i];
    }
    w->rank = n;
}

void drop_empty_pieces(Step *s)
{
    int n = 0;
    for (int i = 0; i < s->npieces; i++)
        if (!is_empty(s->piece[i].rank, s->piece[i].extent))
            s->piece[n++] = s->piece[i];
    s->npieces = n;
}

static void swap_axes(Walk *w, int a, int b)
{
    Size **list[] = {w->extent, w->dst.stride, w->src.stride};
    for (int i = 0; i < 3; i++) {
        Size *first = list[i][a];
        list[i][a] = list[i][b];
        list[i][b] = first;
    }
}

/* Sorts the axes by their strides in the result, so that the one with adjacent elements runs
 * innermost. */
static void order_axes(Walk *w)
{
    for (int i = 0; i < w->rank; i++)
        if (!size_is_const(w->dst.stride[i]))
            return;
    for (int i = 1; i < w->rank; i++)
        for (int k = i; k > 0; k--) {
            Size **dst = w->dst.stride;
            if (llabs(size_value(dst[k - 1])) >= llabs(size_value(dst[k])))
                break;
            swap_axes(w, k - 1, k);
        }
}

enum { MOVE_RANK = 8, SHORT_ROW = 8 }; /* axes of struct pte_move; elements */

/* Makes the longer of two short rows run innermost, since a row costs more than its elements. */
static void lengthen_rows(Walk *w)
{
    int in = w->rank - 1, out = w->rank - 2;
    if (out >= 0 && size_is_const(w->extent[in]) && size_is_const(w->extent[out]) &&
        size_value(w->extent[in]) < SHORT_ROW &&
        size_value(w->extent[out]) > size_value(w->extent[in]))
        swap_axes(w, out, in);
}

/* Finds how the piece moves elements in memory. False: struct pte_move cannot express it. */
bool piece_in_memory(const Step *s, const Piece *piece, Walk *w)
{
    *w = walk_of(s, piece);
    if (!to_memory(w, &w->dst) || (!w->fill && !to_memory(w, &w->src)))
        return false;
    if (!layout_is_row_major(w->dst.v))
        order_axes(w);
    coalesce(w);
    lengthen_rows(w);
    return w->rank <= MOVE_RANK;
}

bool move_fits(const Step *s)
{
    Walk w;
    for (int i = 0; i < s->npieces; i++)
        if (!piece_in_memory(s, &s->piece[i], &w))
            return false;
    return true;
}

bool move_is_block(const Step *s, int piece, const Size *elements, int64_t *at)
{
    Walk w;
    if (!piece_in_memory(s, &s->piece[piece], &w) || w.fill || w.rank > 1 ||
        !size_is_const(w.dst.offset))
        return false;
    *at = size_value(w.dst.offset);
    if (w.src.offset != size_const(0))
        return false;
    return w.rank == 0 ? size_is_one(elements)
                       : w.extent[0] == elements && size_is_one(w.src.stride[0]) &&
                             size_is_one(w.dst.stride[0]);
}

bool move_spares(const Step *s, int piece, int64_t from, int64_t end)
{
    Walk w;
    if (!piece_in_memory(s, &s->piece[piece], &w) || !all_const(&w, &w.dst))
        return false;
    int64_t least = size_value(w.dst.offset), most = least;
    for (int i = 0; i < w.rank; i++) {
        int64_t reach = (size_value(w.extent[i]) - 1) * size_value(w.dst.stride[i]);
        least += reach < 0 ? reach : 0;
        most += reach > 0 ? reach : 0;
    }
    return most < from || least >= end;
}

void row_strides(const Value *v, Size **stride)
{
    Size *n = size_const(1);
    for (int i = v->type.rank; i-- > 0;) {
        stride[i] = n;
        n = size_op(S_MUL, n, v->type.dim[i]);
    }
}

Piece whole_piece(int src, const Value *out)
{
    Piece p = {.src = src,
               .rank = out->type.rank,
               .src_offset = size_const(0),
               .dst_offset = size_const(0)};
    for (int i = 0; i < p.rank; i++) {
        p.extent[i] = out->type.dim[i];
        p.src_stride[i] = size_const(0);
    }
    row_strides(out, p.dst_stride);
    return p;
}
