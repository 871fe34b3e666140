/* SPDX-License-Identifier: 0BSD
 * Indices of equal elements, which topk and a sort that need not be stable give in any order. */
#include "tools/ties.h"
#include "graph/build.h"
#include "tools/exec/tensor.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* Describes the lines of a tensor along an axis. */
typedef struct Lines {
    FileTensor t;
    int64_t stride[MAX_RANK];
} Lines;

static Lines lines_of(const CaseValue *v)
{
    Lines l = {.t = tensor_of(v)};
    tensor_strides(&l.t, l.stride);
    return l;
}

/* Returns the step that gave the output as indices in an order that is open, or NULL. */
static const Step *open_order(const Graph *g, int output)
{
    const Value *v = g->output[output].value ? value_root(g->output[output].value) : NULL;
    const Step *s = v ? v->def : NULL;
    if (!s || s->kind != K_SORT || s->nout < 2 || s->out[1] != v || !s->in[0]->type.rank)
        return NULL;
    bool open = strcmp(s->source.op, "aten::topk.values") == 0 ||
                strcmp(s->source.op, "aten::sort.values") == 0;
    return open ? s : NULL;
}

static bool is_same(const Lines *l, int64_t a, int64_t b)
{
    double x = tensor_number(l->t.dtype, l->t.data.data, a);
    double y = tensor_number(l->t.dtype, l->t.data.data, b);
    return x == y || (isnan(x) && isnan(y));
}

static int64_t number(const Lines *l, int64_t at)
{
    return tensor_integer(l->t.dtype, l->t.data.data, at);
}

/* Compares a line of indices by the elements that they name: `from` is the line's first element. */
static bool names_equals(const Lines *got, const Lines *want, int64_t at, const Lines *in,
                         int64_t from, int axis)
{
    int64_t n = in->t.size[axis], step = want->stride[axis], along = in->stride[axis];
    bool *seen = NEW(bool, n + 1), same = true;
    for (int64_t i = 0; same && i < want->t.size[axis]; i++) {
        int64_t a = number(got, at + i * step), b = number(want, at + i * step);
        same = a >= 0 && a < n && b >= 0 && b < n && !seen[a] &&
               is_same(in, from + a * along, from + b * along);
        if (same)
            seen[a] = true;
    }
    return same;
}

static int ascending(const void *a, const void *b)
{
    const int64_t *x = a, *y = b;
    return (*x > *y) - (*x < *y);
}

/* Compares a line of indices by the values that stand beside them: where these are equal, both
 * sides have the same indices. */
static bool permutes_equals(const Lines *got, const Lines *want, int64_t at, const Lines *values,
                            int64_t from, int axis)
{
    int64_t n = want->t.size[axis], step = want->stride[axis], along = values->stride[axis];
    int64_t *a = NEW(int64_t, n + 1), *b = NEW(int64_t, n + 1);
    for (int64_t i = 0, end; i < n; i = end) {
        for (end = i; end < n && is_same(values, from + i * along, from + end * along); end++) {
            a[end] = number(got, at + end * step);
            b[end] = number(want, at + end * step);
        }
        qsort(a + i, (size_t)(end - i), sizeof *a, ascending);
        qsort(b + i, (size_t)(end - i), sizeof *b, ascending);
    }
    return memcmp(a, b, (size_t)n * sizeof *a) == 0;
}

typedef bool (*CompareLine)(const Lines *got, const Lines *want, int64_t at, const Lines *by,
                            int64_t from, int axis);

static bool compare_lines(const Lines *got, const Lines *want, const Lines *by, int axis,
                          CompareLine compare)
{
    int64_t index[MAX_RANK] = {0}, count = tensor_count(&want->t);
    for (int64_t n = count ? count / want->t.size[axis] : 0; n > 0; n--) {
        int64_t at = 0, from = 0;
        for (int i = 0; i < want->t.rank; i++) {
            at += index[i] * want->stride[i];
            from += index[i] * by->stride[i];
        }
        if (!compare(got, want, at, by, from, axis))
            return false;
        for (int i = want->t.rank; i-- > 0;) {
            if (i == axis)
                continue;
            if (++index[i] < want->t.size[i])
                break;
            index[i] = 0;
        }
    }
    return true;
}

bool are_ties(const Graph *g, int output, const TestCase *test, const CaseValue *got)
{
    const Step *s = open_order(g, output);
    if (!s)
        return false;
    Lines want = lines_of(&test->want[output]), have = lines_of(got);
    have.t = tensor_in_order(&have.t, want.t.dim_order);
    for (int i = 0; i < g->ninputs; i++)
        if (g->input[i].value == s->in[0]) {
            Lines in = lines_of(&test->input[i]);
            return compare_lines(&have, &want, &in, s->axis, names_equals);
        }
    for (int i = 0; i < g->noutputs; i++)
        if (g->output[i].value && value_root(g->output[i].value) == s->out[0]) {
            Lines values = lines_of(&test->want[i]);
            return compare_lines(&have, &want, &values, s->axis, permutes_equals);
        }
    return false;
}
