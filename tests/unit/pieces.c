/* SPDX-License-Identifier: 0BSD
 * Moves of pieces between tensors whose axes lie in memory in any order, against each element by
 * itself: piece_in_memory() names the same places, and what is said of them holds. */
#include "graph/pieces.h"
#include "graph/build.h"
#include "unit.h"

enum { MOVES = 20000, MOST_AXES = 4, MOST_PLACES = 1024 };

typedef struct Places { /* of each element that is moved, in memory */
    int64_t src[MOST_PLACES], dst[MOST_PLACES];
    int n;
} Places;

/* Gives the value the extents, with its axes in memory in an order at random. */
static void lay_out(Value *v, int rank, const int *extent)
{
    uint8_t order[MAX_RANK];
    *v = (Value){.type = {.dtype = F32, .rank = rank}};
    for (int i = 0; i < rank; i++) {
        v->type.dim[i] = size_const(extent[i]);
        int at = unit_between(0, i);
        order[i] = order[at];
        order[at] = (uint8_t)i;
    }
    if (unit_between(0, 2))
        layout_from_dim_order(v, order);
    else
        layout_row_major(v);
}

/* Makes a side of a piece: axis k of the piece goes along an axis of the value, by steps; with
 * `joined` its first two axes are one that goes along two neighbours, all of them. */
static void make_side(Value *v, int rank, const int *count, bool joined, Size **offset,
                      Size **stride)
{
    int extent[MOST_AXES] = {0}, axis[MOST_AXES], step[MOST_AXES], first[MOST_AXES];
    for (int k = 0; k < rank; k++) {
        int at = unit_between(0, k);
        axis[k] = axis[at];
        axis[at] = k;
    }
    if (joined) /* they stay neighbours */
        for (int k = 0; k < rank; k++)
            axis[k] = k;
    for (int k = 0; k < rank; k++) {
        bool all = joined && k < 2;
        int gap = all ? 0 : unit_between(0, 1);
        step[k] = all ? 1 : unit_between(1, 2);
        first[k] = gap;
        extent[axis[k]] =
            count[k] == 0 ? 0 : gap + (count[k] - 1) * step[k] + 1 + (all ? 0 : unit_between(0, 1));
        if (!all && unit_between(0, 3) == 0) { /* backwards */
            first[k] += (count[k] - 1) * step[k];
            step[k] = -step[k];
        }
    }
    lay_out(v, rank, extent);
    int64_t row[MOST_AXES], n = 1, at = 0;
    for (int i = rank; i-- > 0; n *= extent[i])
        row[i] = n;
    for (int k = 0; k < rank; k++) {
        at += first[k] * row[axis[k]];
        stride[k] = size_const(step[k] * row[axis[k]]);
    }
    *offset = size_const(at);
}

/* Where the element at a row-major position lies. */
static int64_t in_memory(const Value *v, int64_t position)
{
    int64_t at = 0;
    for (int i = v->type.rank; i-- > 0;) {
        int64_t n = size_value(v->type.dim[i]);
        at += position % n * size_value(v->layout.stride[i]);
        position /= n;
    }
    return at;
}

static void walk_places(int rank, Size *const *extent, const Side *src, const Side *dst, Places *p)
{
    int64_t index[MAX_RANK] = {0}, all = 1;
    for (int i = 0; i < rank; i++)
        all *= size_value(extent[i]);
    p->n = (int)all;
    for (int k = 0; k < all; k++) {
        p->src[k] = src ? size_value(src->offset) : 0;
        p->dst[k] = size_value(dst->offset);
        for (int i = 0; i < rank; i++) {
            p->src[k] += src ? index[i] * size_value(src->stride[i]) : 0;
            p->dst[k] += index[i] * size_value(dst->stride[i]);
        }
        for (int i = rank; i-- > 0 && ++index[i] == size_value(extent[i]);)
            index[i] = 0;
    }
}

static bool same_pairs(const Places *a, const Places *b)
{
    bool same = a->n == b->n;
    for (int i = 0; same && i < a->n; i++) {
        int k = 0;
        while (k < b->n && (a->src[i] != b->src[k] || a->dst[i] != b->dst[k]))
            k++;
        same = k < b->n;
    }
    return same;
}

/* Is the move a block from element 0 of the operand on, to `at` and its neighbours? */
static bool is_block(const Places *p, int64_t at)
{
    bool block = true;
    for (int i = 0; i < p->n; i++)
        block &= p->dst[i] == at + p->src[i] && p->src[i] < p->n;
    return block;
}

static void check_claims(const Step *s, const Places *p, int move)
{
    int64_t least = p->dst[0], most = least, first = p->src[0], at = -1;
    for (int i = 0; i < p->n; i++) {
        least = p->dst[i] < least ? p->dst[i] : least;
        most = p->dst[i] > most ? p->dst[i] : most;
        first = p->src[i] < first ? p->src[i] : first;
    }
    CHECK(move_spares(s, 0, most + 1, most + 2), "move %d writes nothing behind", move);
    CHECK(move_spares(s, 0, least - 1, least), "move %d writes nothing before", move);
    CHECK(!move_spares(s, 0, most, most + 1), "move %d writes the last", move);
    CHECK(!move_spares(s, 0, least, least + 1), "move %d writes the first", move);
    bool block = move_is_block(s, 0, size_const(p->n), &at);
    bool is = s->piece->src == 0 && first == 0 && is_block(p, least);
    /* of axes in another order than memory's, or backwards, it may not be seen */
    CHECK(block == is || (is && (s->piece->rank > 1 || p->src[0] != 0)), "move %d: block", move);
    CHECK(!block || at == least, "move %d: block at %d", move, (int)at);
    CHECK(!move_is_block(s, 0, size_const(p->n + 1), &at), "move %d: larger block", move);
}

static void check_move(int move)
{
    Value in, out, *ins[] = {&in}, *outs[] = {&out};
    int rank = unit_between(0, MOST_AXES), count[MOST_AXES];
    bool joined = rank >= 2 && unit_between(0, 2) == 0;
    for (int k = 0; k < rank; k++)
        count[k] = unit_between(0, 40) ? unit_between(1, 4) : 0;
    Piece p = {.src = unit_between(0, 9) ? 0 : -1, .rank = rank};
    make_side(&in, rank, count, joined, &p.src_offset, p.src_stride);
    make_side(&out, rank, count, joined, &p.dst_offset, p.dst_stride);
    for (int k = 0; k < rank; k++)
        p.extent[k] = size_const(count[k]);
    if (joined) { /* axes 0 and 1 become axis 1 */
        p.extent[1] = size_const(count[0] * count[1]);
        for (int k = 0; k + 1 < rank; k++) {
            p.extent[k] = p.extent[k + 1];
            p.src_stride[k] = p.src_stride[k + 1];
            p.dst_stride[k] = p.dst_stride[k + 1];
        }
        p.rank--;
    }
    Step s = {
        .kind = K_MOVE, .in = ins, .nin = 1, .out = outs, .nout = 1, .piece = &p, .npieces = 1};
    Side src = {.offset = p.src_offset}, dst = {.offset = p.dst_offset};
    memcpy(src.stride, p.src_stride, sizeof src.stride);
    memcpy(dst.stride, p.dst_stride, sizeof dst.stride);
    Places want, got;
    walk_places(p.rank, p.extent, p.src < 0 ? NULL : &src, &dst, &want);
    for (int i = 0; i < want.n; i++) {
        want.src[i] = p.src < 0 ? 0 : in_memory(&in, want.src[i]);
        want.dst[i] = in_memory(&out, want.dst[i]);
    }
    Walk w;
    CHECK(piece_in_memory(&s, &p, &w), "move %d does not fit", move);
    walk_places(w.rank, w.extent, w.fill ? NULL : &w.src, &w.dst, &got);
    CHECK(same_pairs(&want, &got), "move %d goes elsewhere", move);
    if (!unit_failures && want.n)
        check_claims(&s, &want, move);
}

/* Of three pieces the second copies nothing. */
static void check_empty(void)
{
    Value out;
    lay_out(&out, 2, (int[]){2, 3});
    Piece piece[3];
    for (int i = 0; i < 3; i++)
        piece[i] = whole_piece(i, &out);
    piece[1].extent[1] = size_const(0);
    Step s = {.kind = K_MOVE, .piece = piece, .npieces = 3};
    drop_empty_pieces(&s);
    CHECK(s.npieces == 2 && piece[0].src == 0 && piece[1].src == 2, "%d pieces", s.npieces);
}

int main(void)
{
    check_empty();
    for (int i = 0; i < MOVES; i++)
        check_move(i);
    return unit_result("pieces");
}
