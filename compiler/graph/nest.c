/* SPDX-License-Identifier: 0BSD
 * The loop nests of MAP, LOOKUP, REDUCE and SCAN steps: which axes in which order, and how each
 * operand walks along them. */
#include "graph/nest.h"
#include "graph/access.h"
#include "graph/build.h"
#include "graph/constants.h"

#include <string.h>

static bool is_zero(const Size *s)
{
    return s == size_const(0);
}

static bool is_one(const Size *s)
{
    return s == size_const(1);
}

bool lane_moves(const Nest *n, int lane, int axis)
{
    return !is_zero(n->lane[lane].stride[axis]);
}

/* Returns the stride of operand `v` along axis `axis` of `like`, 0 where it is broadcast. */
static Size *broadcast_stride(const Value *v, const Value *like, int axis)
{
    int own = axis - (like->type.rank - v->type.rank);
    if (v->scalar || own < 0 || (is_one(v->type.dim[own]) && !is_one(like->type.dim[axis])))
        return size_const(0);
    return v->layout.stride[own];
}

/* Sorts axes from the largest stride to the smallest, as they lie in memory. The sort is stable, so
 * that unknown strides keep the source's order. */
static void order_axes(const Value *v, int n, int *axis)
{
    for (int i = 1; i < n; i++)
        for (int k = i; k > 0; k--) {
            const Size *a = v->layout.stride[axis[k - 1]], *b = v->layout.stride[axis[k]];
            if (!size_is_const(a) || !size_is_const(b) || size_value(a) >= size_value(b))
                break;
            int t = axis[k];
            axis[k] = axis[k - 1];
            axis[k - 1] = t;
        }
}

static void add_axis(Nest *n, const Value *like, int axis)
{
    for (int k = 0; k < n->s->nin; k++)
        n->lane[k + 1].stride[n->rank] =
            n->lane[k + 1].table ? size_const(0) : broadcast_stride(n->s->in[k], like, axis);
    n->axis[n->rank] = axis;
    n->extent[n->rank++] = like->type.dim[axis];
}

/* Does the step read an operand at positions that it computes, and not just in a table? */
static bool looks_up(const Step *s)
{
    return is_positional(s) && (s->kind != K_MAP || expr_uses(s->expr, E_AT));
}

/* Do the operands that the step reads at computed positions lie in memory as the result does? */
static bool reads_in_order(const Nest *n, const Step *s, const int *order)
{
    for (int k = 1; k < n->nlanes; k++) {
        const Value *v = n->lane[k].v;
        int axis[MAX_RANK];
        for (int i = 0; i < v->type.rank; i++)
            axis[i] = i;
        if (!n->lane[k].indexed || n->lane[k].table)
            continue;
        order_axes(v, v->type.rank, axis);
        if (v->type.rank != s->out[0]->type.rank ||
            memcmp(axis, order, (size_t)v->type.rank * sizeof *axis) != 0)
            return false;
    }
    return true;
}

static void nest_map(Nest *n, const Step *s)
{
    const Value *out = s->out[0];
    int axis[MAX_RANK], order[MAX_RANK];
    for (int i = 0; i < out->type.rank; i++)
        axis[i] = order[i] = i;
    order_axes(out, out->type.rank, order);
    if (reads_in_order(n, s, order))
        memcpy(axis, order, sizeof axis);
    for (int i = 0; i < out->type.rank; i++) {
        n->lane[0].stride[i] = out->layout.stride[axis[i]];
        add_axis(n, out, axis[i]);
    }
    n->kept = n->rank;
}

/* Returns the axis of the result that axis `axis` of in[0] becomes, or -1. */
static int result_axis(const Step *s, int axis)
{
    if (s->kind == K_SCAN)
        return axis;
    int at = 0;
    for (int i = 0; i < axis; i++)
        at += !(s->axes >> i & 1) || s->keepdim;
    return s->axes >> axis & 1 ? -1 : at;
}

static void nest_reduce(Nest *n, const Step *s)
{
    const Value *in = s->in[0], *out = s->out[0];
    int axis[MAX_RANK], count = 0;
    for (int i = 0; i < in->type.rank; i++)
        if (!(s->axes >> i & 1))
            axis[count++] = i;
    int kept = count;
    for (int i = 0; i < in->type.rank; i++)
        if (s->axes >> i & 1)
            axis[count++] = i;
    order_axes(in, kept, axis);
    if (s->reduce != R_ARGMAX && s->reduce != R_ARGMIN) /* which count in the source's order */
        order_axes(in, count - kept, axis + kept);
    for (int i = 0; i < count; i++) {
        int o = result_axis(s, axis[i]);
        n->lane[0].stride[i] = o < 0 ? size_const(0) : out->layout.stride[o];
        add_axis(n, in, axis[i]);
    }
    n->kept = kept;
}

/* Does the expression ask for the position along this axis of the result? */
static bool is_asked(const Expr *e, int axis)
{
    bool asked = e->op == E_AXIS && e->index == axis;
    for (int i = 0; i < expr_info[e->op].arity && !asked; i++)
        asked = is_asked(e->arg[i], axis);
    return asked;
}

static bool is_counted(const Nest *n, int axis)
{
    return n->s->kind == K_MAP && is_asked(n->s->expr, n->axis[axis]);
}

static bool joins(const Nest *n, int outer, int inner)
{
    if (outer < 0 || (outer < n->kept) != (inner < n->kept))
        return false;
    if (is_counted(n, outer) || is_counted(n, inner))
        return false;
    for (int k = 0; k < n->nlanes; k++)
        if (n->lane[k].stride[outer] != size_op(S_MUL, n->lane[k].stride[inner], n->extent[inner]))
            return false;
    return true;
}

static void copy_axis(Nest *n, int to, int from)
{
    n->extent[to] = n->extent[from];
    n->axis[to] = n->axis[from];
    for (int k = 0; k < n->nlanes; k++)
        n->lane[k].stride[to] = n->lane[k].stride[from];
}

/* Drops axes of one element, and joins neighbours that every operand walks as one. */
static void simplify_axes(Nest *n)
{
    int to = 0, kept = n->kept;
    for (int i = 0; i < n->rank; i++)
        if (is_one(n->extent[i]) && !is_counted(n, i))
            kept -= i < n->kept;
        else
            copy_axis(n, to++, i);
    n->rank = to;
    n->kept = kept;
    for (int i = n->rank - 1; i > 0; i--) {
        if (!joins(n, i - 1, i))
            continue;
        Size *extent = size_op(S_MUL, n->extent[i - 1], n->extent[i]);
        int first = n->axis[i - 1];
        n->kept -= i < n->kept;
        n->rank--;
        for (int j = i - 1; j < n->rank; j++)
            copy_axis(n, j, j + 1);
        n->extent[i - 1] = extent;
        n->axis[i - 1] = first;
    }
}

/* Joins every `rows` rows into one. Each operand has as many elements in a row, or repeats them. */
static void join_rows(Nest *n, int64_t rows)
{
    if (n->rank != 2)
        bug("rows of %d axes are joined", n->rank);
    n->extent[0] = size_const(size_value(n->extent[0]) / rows);
    n->extent[1] = size_const(size_value(n->extent[1]) * rows);
    for (int k = 0; k < n->nlanes; k++)
        n->lane[k].stride[0] = size_op(S_MUL, n->lane[k].stride[0], size_const(rows));
    simplify_axes(n);
}

/* Does the last kept axis go along neighbours in memory, and the last reduced one not? Then loops
 * over the kept axis are the fast ones, if it has enough elements. */
static bool goes_along(const Nest *n)
{
    enum { LEAST = 8 };
    const Step *s = n->s;
    if (s->kind != K_REDUCE || s->reduce == R_ARGMAX || s->reduce == R_ARGMIN || n->kept == 0 ||
        n->kept == n->rank || s->expr->type != s->out[0]->type.dtype ||
        dtype_bytes((int)s->expr->type) < 4)
        return false;
    const Size *extent = n->extent[n->kept - 1];
    if (size_is_const(extent) && size_value(extent) < LEAST)
        return false;
    for (int k = 0; k < n->nlanes; k++)
        if (!is_one(n->lane[k].stride[n->kept - 1]) && (k < 2 || lane_moves(n, k, n->kept - 1)))
            return false;
    return !is_one(n->lane[1].stride[n->rank - 1]);
}

static void swap_sizes(Size **list, int a, int b)
{
    Size *first = list[a];
    list[a] = list[b];
    list[b] = first;
}

static void swap_axes(Nest *n, int a, int b)
{
    int first = n->axis[a];
    n->axis[a] = n->axis[b];
    n->axis[b] = first;
    swap_sizes(n->extent, a, b);
    for (int k = 0; k < n->nlanes; k++)
        swap_sizes(n->lane[k].stride, a, b);
}

static void move_kept_axis_last(Nest *n)
{
    n->kept--;
    for (int i = n->kept; i + 1 < n->rank; i++)
        swap_axes(n, i, i + 1);
    n->along = true;
}

static void find_explicit_strides(Nest *n)
{
    for (int k = 0; k < n->nlanes; k++) {
        Size *dense = size_const(1);
        for (int i = n->rank; i-- > 0 && !n->lane[k].in_place;) {
            Size *stride = n->lane[k].stride[i];
            if (is_zero(stride))
                continue;
            n->lane[k].explicit_strides |= stride != dense || n->lane[k].indexed;
            dense = size_op(S_MUL, dense, n->extent[i]);
        }
    }
}

static void find_indexed(Nest *n, const Expr *e)
{
    if (e->op == E_AT) {
        const Expr *in = e;
        while (in->op == E_AT)
            in = in->arg[0];
        n->lane[in->index + 1].indexed = true;
    }
    for (int i = 0; i < expr_info[e->op].arity; i++)
        find_indexed(n, e->arg[i]);
}

bool lane_is_argument(const Nest *n, int lane)
{
    return n->lane[lane].by == lane && !n->lane[lane].in_place;
}

bool lane_is_number(const Nest *n, int lane)
{
    const Lane *l = &n->lane[lane];
    return lane > 0 && !l->v->scalar && !l->indexed && !l->table && value_is_known(l->v) &&
           value_numel(l->v) == size_const(1);
}

static void find_pointers(Nest *n)
{
    for (int k = 0; k < n->nlanes; k++) {
        Lane *l = &n->lane[k];
        l->by = k;
        for (int i = 1; i < k && l->by == k && lane_is_number(n, k); i++) {
            const Value *first = n->lane[i].v;
            if (!lane_is_number(n, i) || first->type.dtype != l->v->type.dtype ||
                value_root((Value *)first) != value_root((Value *)l->v))
                continue;
            l->by = i;
            l->at = ((const uint8_t *)const_data(l->v) - (const uint8_t *)const_data(first)) /
                    (int64_t)dtype_bytes((int)first->type.dtype);
        }
    }
}

/* Names lane `i` as letters that are neither loops' counters nor followed by digits of others:
 * "out", "a" to "z2", then "xa", "xb" and so on. */
static const char *lane_name(int i)
{
    static const char *const names[] = {"out", "a", "b", "c", "d", "e", "f", "g", "h",
                                        "j",   "k", "l", "m", "p", "q", "r", "s", "t",
                                        "u",   "v", "w", "x", "y", "z", "z2"};
    enum { NAMES = sizeof names / sizeof *names, LETTERS = 26 };
    if (i < NAMES)
        return names[i];
    i -= NAMES;
    return fmt_text("x%s%c", i < LETTERS ? "" : lane_name(1 + i / LETTERS), 'a' + i % LETTERS);
}

Nest make_nest(const Step *s)
{
    Nest n = {.s = s, .nlanes = s->nin + 1, .lane = NEW(Lane, s->nin + 1)};
    for (int k = 0, named = 0; k < n.nlanes; k++) {
        bool in_place = k && reads_in_place(s, k - 1);
        n.lane[k] = (Lane){.v = k ? s->in[k - 1] : s->out[0],
                           .name = lane_name(in_place ? 0 : named),
                           .table = k && is_table(s, k - 1),
                           .in_place = in_place};
        named += !in_place;
    }
    find_indexed(&n, s->expr);
    find_pointers(&n);
    if (s->kind == K_REDUCE || s->kind == K_SCAN)
        nest_reduce(&n, s);
    else
        nest_map(&n, s);
    if (!looks_up(s)) /* else loops run over the source's axes, all of them */
        simplify_axes(&n);
    if (s->joined_rows)
        join_rows(&n, s->joined_rows);
    if (goes_along(&n))
        move_kept_axis_last(&n);
    find_explicit_strides(&n);
    return n;
}

Size *outermost_extent(const Step *s)
{
    if (is_positional(s))
        return NULL;
    Nest n = make_nest(s);
    zfree(n.lane);
    return n.kept > 0 ? n.extent[0] : NULL;
}
