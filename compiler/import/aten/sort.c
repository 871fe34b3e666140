/* SPDX-License-Identifier: 0BSD
 * Orders along an axis: sorting, the first so many, and medians, which are places in the order. */
#include "import/build/sort.h"
#include "graph/build.h"
#include "graph/patterns.h"
#include "import/build/copy.h"
#include "import/build/lookup.h"
#include "import/build/reduce.h"
#include "import/call/arguments.h"
#include "import/call/call.h"
#include "import/call/demands.h"

#include <string.h>

static void order_out(Call *c, Value *in, int axis, Size *const *dim, bool largest)
{
    int rank = in->type.rank;
    Value *values = arg_out(c, "values", rank, dim), *indices = arg_out_indices(c, rank, dim);
    order_into(c, in, axis, largest, values, indices);
}

static void need_elements(Call *c, const Value *in, int axis, Size *k)
{
    if (k->hi < 0 || (in->type.rank == 0 && k->hi > 1))
        refuse(c, "there are no %lld elements to find", (long long)k->hi);
    need_least(c, "elements to find", k, 0);
    if (in->type.rank > 0)
        need_least_size(c, "elements to order", in->type.dim[axis], k);
}

void lower_topk(Call *c)
{
    Value *in = arg_tensor(c, "self");
    int axis = wrap_axis(c, arg_int(c, "dim"), in->type.rank);
    Size *dim[MAX_RANK] = {0}, *k = arg_size(c, "k");
    need_elements(c, in, axis, k);
    memcpy(dim, in->type.dim, sizeof dim);
    dim[axis] = k;
    order_out(c, in, axis, dim, arg_bool(c, "largest"));
}

void lower_sort(Call *c)
{
    Value *in = arg_tensor(c, "self");
    order_out(c, in, wrap_axis(c, arg_int(c, "dim"), in->type.rank), in->type.dim,
              arg_bool(c, "descending"));
}

typedef struct Picked { /* results for each line of `in`, with an axis of one element or without */
    Value *in, *values, *indices;
    int axis;
} Picked;

static Picked picked_out(Call *c)
{
    Picked p = {.in = arg_tensor(c, "self")};
    int rank = p.in->type.rank;
    p.axis = wrap_axis(c, arg_int(c, "dim"), rank);
    Size *dim[MAX_RANK] = {0};
    int left = reduced_dims(p.in, rank ? 1u << p.axis : 0, arg_bool(c, "keepdim"), dim);
    p.values = arg_out(c, "values", left, dim);
    p.indices = arg_out_indices(c, left, dim);
    return p;
}

/* Writes the element at `position` of each line, i64 with one element along the axis, to `out`. */
static void pick(Call *c, const Picked *p, Value *from, Value *position, Value *out)
{
    Value *line = value_new(c->g, from->type.dtype, from->type.rank, position->type.dim);
    Expr *at = expr_cast(expr_in(1, I64), I32);
    emit_lookup(c, line, 2, (Value *[]){from, position},
                element_at(expr_in(0, loaded_dtype(from)), p->axis, at));
    copy_to(c, reshaped(c, line, out->type.rank, out->type.dim), out);
}

/* Returns how many elements of each line are numbers, not NaN. */
static Value *count_numbers(Call *c, Value *in, uint32_t axes, Size *const *line)
{
    Value *count = value_new(c->g, I64, in->type.rank, line);
    const Named named[] = {{.name = "x", .value = in}, {0}};
    reduce_step(c, R_SUM, named, expr_over(c, named, I64, "isnan(x) ? i64(0) : i64(1)"), axes,
                count);
    return count;
}

/* Picks the element at a place in each line's ascending order, which NaN ends. `text` says which:
 * an expression over the line's n elements and, if floats are `counted`, the `count` of numbers. */
static void pick_in_order(Call *c, Picked *p, const char *text, bool counted)
{
    Size *n = value_numel(p->in);
    if (p->in->type.rank == 0) /* a line of one */
        p->in = reshaped(c, p->in, 1, &n);
    int rank = p->in->type.rank;
    Size *const *dim = p->in->type.dim;
    if (dim[p->axis]->hi < 1)
        refuse(c, "there is no element");
    Value *values = value_new(c->g, kernel_type(p->in), rank, dim);
    Value *indices = value_new(c->g, I64, rank, dim);
    order_into(c, p->in, p->axis, false, values, indices);
    Size *line[MAX_RANK] = {0};
    reduced_dims(p->in, 1u << p->axis, true, line);
    Value *at = value_new(c->g, I64, rank, line), *length = number_of(c, dim[p->axis]);
    Value *count = counted ? count_numbers(c, values, 1u << p->axis, line) : NULL;
    map_over(c, at,
             (Named[]){{.name = "n", .value = length}, {.name = "count", .value = count}, {0}},
             text);
    pick(c, p, values, at, p->values);
    if (p->indices)
        pick(c, p, indices, at, p->indices);
}

/* Picks the median, the lower of two middle elements. A NaN is the result, unless `among_numbers`,
 * as for nanmedian, which ignores NaNs. */
static void pick_median(Call *c, Picked *p, bool among_numbers)
{
    bool counted = dtype_is_float((int)p->in->type.dtype);
    const char *text = !counted        ? "(n - 1) / 2"
                       : among_numbers ? "count > 0 ? (count - 1) / 2 : i64(0)"
                                       : "count < n ? count : (n - 1) / 2";
    pick_in_order(c, p, text, counted);
}

static void median_of_all(Call *c, bool among_numbers)
{
    Value *in = arg_tensor(c, "self");
    Size *n = value_numel(in);
    Picked p = {.in = reshaped(c, row_major(c, in), 1, &n)};
    p.values = arg_out(c, "out", 0, NULL);
    pick_median(c, &p, among_numbers);
}

static void median_of_lines(Call *c, bool among_numbers)
{
    Picked p = picked_out(c);
    pick_median(c, &p, among_numbers);
}

void lower_median(Call *c)
{
    median_of_all(c, false);
}

void lower_nanmedian(Call *c)
{
    median_of_all(c, true);
}

void lower_median_dim(Call *c)
{
    median_of_lines(c, false);
}

void lower_nanmedian_dim(Call *c)
{
    median_of_lines(c, true);
}

void lower_kthvalue(Call *c)
{
    Picked p = picked_out(c);
    int64_t k = arg_int(c, "k");
    if (k < 1)
        refuse(c, "there is no element %lld in an order", (long long)k);
    need_elements(c, p.in, p.axis, size_const(k));
    pick_in_order(c, &p, fmt_text("i64(%lld)", (long long)(k - 1)), false);
}

/* Counts the sorted elements that come before each of `self`: those below it, or, to the `right`,
 * equal ones too. NaN is above all. */
static void count_before(Call *c, Value *sorted, Value *self, bool right, Value *out)
{
    int rank = self->type.rank, last = sorted->type.rank - 1;
    if (rank == MAX_RANK || last < 0)
        refuse(c, "the operands have too many axes, or what is sorted has none");
    Type type = {.dtype = sorted->type.dtype, .rank = rank + 1};
    Layout layout = {0};
    for (int i = 0; i < rank; i++) { /* rows of their own, or one for all elements */
        bool own = i < last;
        type.dim[i] = self->type.dim[i];
        layout.stride[i] = own ? sorted->layout.stride[i] : size_const(0);
        if (own)
            need_equal(c, fmt_text("rows of axis %d", i), self->type.dim[i], sorted->type.dim[i]);
    }
    type.dim[rank] = sorted->type.dim[last];
    layout.stride[rank] = sorted->layout.stride[last];
    int axis[MAX_RANK] = {0};
    for (int i = 0; i <= rank; i++)
        axis[i] = i < rank ? i : -1;
    DType both = dtype_promote(sorted->type.dtype, self->type.dtype);
    if (both == NO_DTYPE)
        refuse(c, "the element types of its operands do not go together");
    both = dtype_is_float((int)both) && both != F64 ? F32 : both;
    const Named named[] = {
        {.name = "element", .value = value_view(c->g, sorted, &type, &layout, size_const(0))},
        {.name = "x", .value = view_axes(c, self, rank + 1, axis)},
        {0}};
    Expr *before =
        expr_over(c, named, both, right ? "!(out(element) > out(x))" : "!(out(element) >= out(x))");
    reduce_step(c, R_SUM, named, expr_cast(before, I64), 1u << rank, out);
}

void lower_search(Call *c)
{
    bool rows = has_arg(c, "sorted_sequence");
    Value *sorted = arg_tensor(c, rows ? "sorted_sequence" : "boundaries");
    Value *self = arg_tensor(c, "self");
    bool right = arg_bool(c, "right") || (rows && arg_is(c, "side", "right"));
    if (sorted->type.rank != 1 && (!rows || sorted->type.rank != self->type.rank))
        refuse(c, "the shapes of what is sorted and of what is sought do not go together");
    if (rows && arg_maybe(c, "sorter"))
        refuse(c, "a sequence that is sorted by an index is not there yet");
    count_before(c, sorted, self, right, arg_out(c, "out", self->type.rank, self->type.dim));
}
