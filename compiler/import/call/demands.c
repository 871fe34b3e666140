/* SPDX-License-Identifier: 0BSD
 * What lowerings demand of axes and sizes: refused if it cannot hold, tested by the method if it is
 * known only at run time. */
#include "import/call/demands.h"
#include "graph/build.h"
#include "graph/forced.h"
#include "import/call/arguments.h"
#include "import/call/call.h"
#include "model.h"

#include <inttypes.h>

int64_t known_size(Call *c, const Size *size)
{
    if (!size_is_const(size))
        refuse(c, "it needs a size that is known only when the program runs%s", bind_hint(size));
    return size_value(size);
}

void need_int32(Call *c, const char *what, int64_t n)
{
    if (n < -INT32_MAX || n > INT32_MAX)
        refuse(c, "%s of %" PRId64 " makes no sense", what, n);
}

int wrap_axis(Call *c, int64_t axis, int rank)
{
    int64_t most = rank > 0 ? rank : 1; /* a 0-d tensor has an axis 0 */
    if (axis < -most || axis >= most)
        refuse(c, "axis %" PRId64 " does not exist in a tensor of rank %d", axis, rank);
    return (int)(axis < 0 ? axis + most : axis);
}

bool is_one_axis(Call *c, Size *n)
{
    if (n->hi != 1)
        return false;
    need_least(c, "elements of an axis", n, 1);
    return true;
}

bool broadcasts(Call *c, Size *n, const Size *whole)
{
    return size_forced(c->g, n) == size_const(1) || (whole->hi != 1 && is_one_axis(c, n));
}

/* Is the axis meant to have one element? If its size is known only at run time, the file says the
 * most that it is meant to be. */
static bool is_meant_as_one(const Call *c, const Value *v, int axis)
{
    const FileMethod *m = c->im->m;
    const FileValue *f = is_of_file(m, v->slot) ? &m->value[v->slot] : NULL;
    if (size_is_const(v->type.dim[axis]))
        return size_value(v->type.dim[axis]) == 1;
    return f && f->kind == FV_TENSOR && f->tensor->rank == v->type.rank &&
           f->tensor->size[axis] == 1;
}

/* Broadcasts `n` and `*dim` by NumPy's rule for one axis: equal, or one of them 1. `small` and
 * `*one` say which of `n` and what the axis has been so far are expected to be 1. */
static void broadcast_axis(Call *c, int axis, Size *n, bool small, Size **dim, bool *one)
{
    if (*dim != n && small != *one)
        need_equal(c, "an axis of one element", small ? n : *dim, size_const(1));
    if (*dim == n || broadcasts(c, n, *dim))
        return;
    if (broadcasts(c, *dim, n)) {
        *dim = n;
        *one = small;
    } else if (size_is_const(*dim) && size_is_const(n)) {
        refuse(c, "sizes %" PRId64 " and %" PRId64 " of axis %d do not broadcast", size_value(*dim),
               size_value(n), axis);
    } else {
        need_equal(c, fmt_text("sizes of axis %d", axis), *dim, n);
    }
}

void broadcast_dims(Call *c, int nin, Value *const *in, int *rank, Size **dim)
{
    bool one[MAX_RANK];
    *rank = 0;
    for (int k = 0; k < nin; k++)
        if (in[k]->type.rank > *rank)
            *rank = in[k]->type.rank;
    for (int i = 0; i < *rank; i++) {
        dim[i] = size_const(1);
        one[i] = true;
    }
    for (int k = 0; k < nin; k++) {
        const Type *t = &in[k]->type;
        int lead = *rank - t->rank;
        for (int i = 0; i < t->rank; i++)
            broadcast_axis(c, i, t->dim[i], is_meant_as_one(c, in[k], i), &dim[lead + i],
                           &one[lead + i]);
    }
}

/* Views `v` with its axes reordered; -1 stands for a new axis of one element. */
Value *view_axes(Call *c, Value *v, int rank, const int *axis)
{
    Type type = {.dtype = v->type.dtype, .rank = rank};
    Layout layout = {0};
    for (int i = 0; i < rank; i++) {
        type.dim[i] = axis[i] < 0 ? size_const(1) : v->type.dim[axis[i]];
        layout.stride[i] = axis[i] < 0 ? size_const(1) : v->layout.stride[axis[i]];
    }
    return value_view(c->g, v, &type, &layout, size_const(0));
}

void need_rank(Call *c, const char *name, const Value *v, int rank)
{
    if (!v)
        refuse(c, "'%s' is None", name);
    if (v->type.rank != rank)
        refuse(c, "'%s' has rank %d, not %d", name, v->type.rank, rank);
}

void need_length(Call *c, const char *name, const Value *v, Size *size)
{
    need_rank(c, name, v, 1);
    Size *n = v->type.dim[0];
    if (n->lo > size->hi || n->hi < size->lo)
        refuse(c, "'%s' has %lld elements instead of %lld", name, (long long)n->hi,
               (long long)size->hi);
    need_equal(c, fmt_text("elements of '%s'", name), n, size);
}

/* Demands that two sizes agree: a static one wins, the rest is checked where the method is
 * entered. */
void need_equal(Call *c, const char *what, Size *a, Size *b)
{
    if (a == b)
        return;
    if (a->lo > b->hi || b->lo > a->hi)
        refuse(c, "%s: %lld is not %lld", what, (long long)a->hi, (long long)b->hi);
    if (size_is_const(a))
        size_force(c->g, b, a);
    else
        size_force(c->g, a, b);
}

void need_least(Call *c, const char *what, Size *n, int64_t least)
{
    if (n->hi < least)
        refuse(c, "%s: %lld, but at least %lld are needed", what, (long long)n->hi,
               (long long)least);
    if (n->lo < least)
        size_force(c->g, size_op(S_MIN, n, size_const(least)), size_const(least));
}

void need_least_size(Call *c, const char *what, Size *n, Size *least)
{
    if (size_is_const(least))
        need_least(c, what, n, size_value(least));
    else
        need_equal(c, what, size_op(S_MIN, n, least), least);
}
