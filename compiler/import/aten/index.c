/* SPDX-License-Identifier: 0BSD
 * Elements picked and written at positions that the program computes. Several index tensors become
 * one linear position; the kernels check what they are given, so an index out of range becomes a
 * position that is out of range too. */
#include "graph/build.h"
#include "graph/pieces.h"
#include "import/build/compact.h"
#include "import/build/copy.h"
#include "import/build/reduce.h"
#include "import/build/rows.h"
#include "import/call/arguments.h"
#include "import/call/call.h"
#include "import/call/demands.h"
#include "import/call/steps.h"

#include <string.h>

/* Views axes [axis, axis + n) of a row-major value as one. */
static Value *merged_axes(Call *c, Value *v, int axis, int n)
{
    Size *dim[MAX_RANK + 1], *rows = size_const(1);
    int rank = 0;
    for (int i = 0; i < v->type.rank; i++) {
        if (i < axis || i >= axis + n)
            dim[rank++] = v->type.dim[i];
        else
            rows = size_op(S_MUL, rows, v->type.dim[i]);
        if (i == axis + n - 1)
            dim[rank++] = rows;
    }
    return reshaped(c, v, rank, dim);
}

typedef struct Indexing {
    int n, axis[MAX_RANK]; /* ascending */
    Value *index[MAX_RANK];
    Value *mask; /* the only index, which stands for all of these axes; or NULL */
    bool adjacent;
    int rank; /* axes of the broadcast index */
    Size *dim[MAX_RANK];
} Indexing;

static void add_index(Indexing *ix, int axis, Value *index)
{
    ix->adjacent &= ix->n == 0 || ix->axis[ix->n - 1] == axis - 1;
    ix->axis[ix->n] = axis;
    ix->index[ix->n++] = index;
}

static bool is_mask(const Value *v)
{
    return v && v->type.dtype == BOOL;
}

static Value *mask_of(Call *c, const Value *self, int axis, Value *v)
{
    for (int i = 0; i < v->type.rank; i++)
        need_equal(c, "extents of the mask", v->type.dim[i], self->type.dim[axis + i]);
    return row_major(c, v);
}

/* Adds a mask that stands among other indices: one index for each of its axes, which says where it
 * holds. */
static void add_mask(Call *c, Indexing *ix, int axis, Value *mask)
{
    Value *where = true_positions(c, mask);
    Size *stride[MAX_RANK];
    row_strides(mask, stride);
    for (int i = 0; i < mask->type.rank; i++) {
        Value *index = value_new(c->g, I64, 1, where->type.dim);
        const Named named[] = {{.name = "where", .value = where},
                               named_size(c, "stride", stride[i]),
                               named_size(c, "n", mask->type.dim[i]),
                               {0}};
        add_index(ix, axis + i, map_over(c, index, named, "fmod(where / stride, n)"));
    }
}

static Indexing arg_indexing(Call *c, const Value *self)
{
    Indexing ix = {.adjacent = true};
    Value **list;
    int n = arg_tensors(c, "indices", &list), given = 0;
    for (int i = 0; i < n; i++)
        given += list[i] != NULL;
    for (int i = 0, axis = 0, axes; i < n; i++, axis += axes) {
        axes = is_mask(list[i]) ? list[i]->type.rank : 1;
        if (list[i] && axis + axes > self->type.rank)
            refuse(c, "there are more indices than axes");
        if (is_mask(list[i]) && given > 1)
            add_mask(c, &ix, axis, mask_of(c, self, axis, list[i]));
        else if (is_mask(list[i]))
            for (ix.mask = mask_of(c, self, axis, list[i]); ix.n < axes;)
                add_index(&ix, axis + ix.n, NULL);
        else if (list[i])
            add_index(&ix, axis, as_row_index(c, list[i]));
    }
    if (ix.n == 0)
        refuse(c, "there is no index");
    if (!ix.mask)
        broadcast_dims(c, ix.n, ix.index, &ix.rank, ix.dim);
    return ix;
}

/* Returns linear positions over the indexed axes of `self`; if there is one axis, the index
 * itself. */
static Value *linear_position(Call *c, Indexing *ix, const Value *self)
{
    if (ix->mask) {
        Value *where = true_positions(c, ix->mask);
        ix->dim[ix->rank++] = where->type.dim[0];
        return where;
    }
    if (ix->n == 1)
        return ix->index[0];
    OperandList in = {0};
    for (int k = 0; k < ix->n; k++)
        PUSH(in.item, in.count, ix->index[k]);
    Expr *position = NULL, *inside = NULL;
    Size *stride = size_const(1);
    for (int k = ix->n; k-- > 0;) {
        Size *extent = self->type.dim[ix->axis[k]];
        Expr *i = expr_in(k, I64), *n = expr_size(c, extent, I64, &in);
        Expr *low = expr_size(c, size_op(S_MUL, extent, size_const(-1)), I64, &in);
        Expr *back = expr_new(E_LT, BOOL, i, expr_int(0, I64), NULL);
        Expr *at = expr_new(E_SELECT, I64, back, expr_new(E_ADD, I64, i, n, NULL), i);
        Expr *term = expr_new(E_MUL, I64, at, expr_size(c, stride, I64, &in), NULL);
        Expr *valid = expr_new(E_AND, BOOL, expr_new(E_LE, BOOL, low, i, NULL),
                               expr_new(E_LT, BOOL, i, n, NULL), NULL);
        position = position ? expr_new(E_ADD, I64, position, term, NULL) : term;
        inside = inside ? expr_new(E_AND, BOOL, inside, valid, NULL) : valid;
        stride = size_op(S_MUL, stride, extent);
    }
    Expr *outside = expr_size(c, stride, I64, &in);
    Value *out = value_new(c->g, I64, ix->rank, ix->dim);
    return emit_map(c, out, in.count, in.item, expr_new(E_SELECT, I64, inside, position, outside));
}

/* Sets `axis` to the axes of `self` with the indexed ones first, which is where the index's axes go
 * if they are not neighbours. */
static void indexed_first(const Indexing *ix, int rank, int *axis)
{
    int n = 0;
    for (int k = 0; k < ix->n; k++)
        axis[n++] = ix->axis[k];
    for (int i = 0, k = 0; i < rank; i++)
        if (k < ix->n && ix->axis[k] == i)
            k++;
        else
            axis[n++] = i;
}

/* Makes `self` ready for rows along the returned axis, and sets `dim` to the shape of what is
 * picked. */
static int prepare_rows(Call *c, const Indexing *ix, Value **self, int *rank, Size **dim)
{
    int axis[MAX_RANK], first = ix->adjacent ? ix->axis[0] : 0;
    if (!ix->adjacent) {
        indexed_first(ix, (*self)->type.rank, axis);
        *self = view_axes(c, *self, (*self)->type.rank, axis);
    }
    *self = row_major(c, *self);
    *rank = 0;
    for (int i = 0; i < (*self)->type.rank; i++) {
        if (i < first || i >= first + ix->n)
            dim[(*rank)++] = (*self)->type.dim[i];
        for (int k = 0; i == first && k < ix->rank; k++)
            dim[(*rank)++] = ix->dim[k];
    }
    if (*rank > MAX_RANK)
        refuse(c, "the index has too many axes");
    return first;
}

void lower_index(Call *c)
{
    Value *self = arg_tensor(c, "self");
    Indexing ix = arg_indexing(c, self);
    if (ix.mask && ix.axis[0] == 0) {
        masked_rows_out(c, self, ix.mask);
        return;
    }
    Value *position = linear_position(c, &ix, self);
    Size *dim[2 * MAX_RANK] = {0};
    int rank, axis = prepare_rows(c, &ix, &self, &rank, dim);
    Value *out = arg_out(c, "out", rank, dim);
    gather_rows(c, merged_axes(c, self, axis, ix.n), position, axis, out);
}

/* Writes the same number wherever the mask holds: nothing has to be counted. */
static void fill_masked(Call *c, const Indexing *ix, Value *self, Value *value, Value *out)
{
    int axis[MAX_RANK];
    for (int i = 0; i < self->type.rank; i++)
        axis[i] = i < ix->axis[0] || i >= ix->axis[0] + ix->n ? -1 : i - ix->axis[0];
    map_over(c, out,
             (Named[]){{.name = "mask", .value = view_axes(c, ix->mask, self->type.rank, axis)},
                       {.name = "value", .value = reshaped(c, row_major(c, value), 0, NULL)},
                       {.name = "self", .value = self},
                       {0}},
             "mask ? out(value) : out(self)");
}

static StepFunction accumulate(Call *c)
{
    return arg_bool(c, "accumulate") ? FN_ADD : FN_REPLACE;
}

static void index_put(Call *c, const char *result)
{
    Value *self = arg_tensor(c, "self"), *values = arg_tensor(c, "values");
    Value *out = arg_out(c, result, self->type.rank, self->type.dim);
    Indexing ix = arg_indexing(c, self);
    if (ix.mask && value_numel(values) == size_const(1) && !arg_bool(c, "accumulate")) {
        fill_masked(c, &ix, self, values, out);
        return;
    }
    Value *position = linear_position(c, &ix, self);
    Size *dim[2 * MAX_RANK] = {0};
    int rank, axis = prepare_rows(c, &ix, &self, &rank, dim), back[MAX_RANK], order[MAX_RANK];
    Value *rows = value_new(c->g, values->type.dtype, rank, dim);
    copy_to(c, values, rows);
    if (ix.adjacent) {
        scatter_rows(c, merged_axes(c, self, axis, ix.n), position, rows, axis, accumulate(c), out);
        return;
    }
    Value *permuted = value_new(c->g, self->type.dtype, self->type.rank, self->type.dim);
    scatter_rows(c, merged_axes(c, self, axis, ix.n), position, rows, axis, accumulate(c),
                 permuted);
    indexed_first(&ix, self->type.rank, order);
    for (int i = 0; i < self->type.rank; i++)
        back[order[i]] = i;
    copy_to(c, view_axes(c, permuted, self->type.rank, back), out);
}

void lower_index_put(Call *c)
{
    index_put(c, "out");
}

void lower_index_put_inplace(Call *c)
{
    index_put(c, "self");
}

void lower_index_select(Call *c)
{
    Value *given = arg_tensor(c, "self"), *self = with_axis(c, given);
    Value *index = with_axis(c, arg_tensor(c, "index"));
    int axis = wrap_axis(c, arg_int(c, "dim"), self->type.rank);
    Size *dim[MAX_RANK] = {0};
    need_rank(c, "index", index, 1);
    if (given->type.rank == 0)
        need_equal(c, "the only element and the indices", size_const(1), index->type.dim[0]);
    memcpy(dim, self->type.dim, sizeof dim);
    dim[axis] = index->type.dim[0];
    gather_rows_from_start(c, self, index, axis, arg_out(c, "out", given->type.rank, dim));
}

void lower_embedding(Call *c)
{
    Value *weight = arg_tensor(c, "weight"), *index = arg_tensor(c, "indices");
    need_rank(c, "weight", weight, 2);
    gather_rows_from_start(c, weight, index, 0, embedding_out(c, index, weight->type.dim[1]));
}

/* Returns the sum of `repeats` as a size of no more elements than the file's result has room
 * for. */
static Size *sum_of(Call *c, Value *repeats)
{
    Value *sum = value_new(c->g, I64, 0, NULL);
    const Named named[] = {{.name = "repeats", .value = repeats}, {0}};
    reduce_step(c, R_SUM, named, expr_over(c, named, I64, "i64(repeats)"), 1, sum);
    return computed_size(c, sum, out_bound(c, "out"), false);
}

/* Lowers repeat_interleave: how often each row is to be repeated becomes the row of each copy, the
 * number of running sums that do not exceed the copy's position. */
void lower_repeat_interleave(Call *c)
{
    Value *repeats = arg_tensor(c, "repeats");
    need_rank(c, "repeats", repeats, 1);
    Size *pair[] = {arg_given(c, "output_size") ? arg_size(c, "output_size") : sum_of(c, repeats),
                    repeats->type.dim[0]};
    Value *out = arg_out(c, "out", 1, pair);
    Value *sums = value_new(c->g, I64, 1, &pair[1]), *copy = value_new(c->g, I64, 1, &pair[0]);
    running_sum(c, repeats, 1, sums);
    emit_map(c, copy, 0, NULL, expr_axis(0));
    Type type = {.dtype = I64, .rank = 2, .dim = {pair[0], pair[1]}};
    Layout across = {.stride = {size_const(0), size_const(1)}};
    const Named named[] = {
        {.name = "sum", .value = value_view(c->g, sums, &type, &across, size_const(0))},
        {.name = "copy", .value = view_axes(c, copy, 2, (int[]){0, -1})},
        {0}};
    reduce_step(c, R_SUM, named, expr_over(c, named, I64, "i64(sum <= copy)"), 2, out);
}
