/* SPDX-License-Identifier: 0BSD
 * Slices at a position that the program computes. */
#include "import/build/numbered.h"
#include "graph/build.h"
#include "import/build/expr.h"
#include "import/build/rows.h"
#include "import/call/arguments.h"
#include "import/call/call.h"
#include "import/call/demands.h"
#include "import/call/steps.h"

Value *computed_start(Call *c, Size *n, bool clamped)
{
    const Named named[] = {
        {.name = "start", .value = arg_scalar(c, "start")}, named_size(c, "n", n), {0}};
    return map_over(c, value_new(c->g, I64, 0, NULL), named,
                    clamped ? "i64(start) < 0 ? max(i64(start) + i64(n), 0) : i64(start)"
                            : "i64(start) < 0 ? (i64(start) + i64(n) < 0 ? i64(n) : "
                              "i64(start) + i64(n)) : i64(start)");
}

/* Returns the positions `at`, at + `step`, ... as an index of `count` elements, where `at` is a
 * number that the program computes. */
static Value *positions(Call *c, Value *at, Size *count, int64_t step)
{
    Value *out = value_new(c->g, I64, 1, &count);
    Expr *by = expr_new(E_MUL, I64, expr_axis(0), expr_int(step, I64), NULL);
    Expr *first = expr_cast(expr_in(0, at->type.dtype), I64);
    return emit_map(c, out, 1, &at, expr_new(E_ADD, I64, first, by, NULL));
}

void slice_at_number(Call *c, Value *in, int axis, Value *start, int64_t step, Value *out)
{
    gather_rows(c, in, positions(c, start, out->type.dim[axis], step), axis, out);
}

void replace_at_number(Call *c, Value *in, Value *src, int axis, int64_t step, Value *out)
{
    Value *start = computed_start(c, in->type.dim[axis], true);
    scatter_rows(c, in, positions(c, start, src->type.dim[axis], step), src, axis, FN_REPLACE, out);
}

void select_at_number(Call *c, Value *in, int axis, Value *out)
{
    gather_rows(c, in, one_row_position(c, arg_scalar(c, "index")), axis, out);
}

void select_scatter_at_number(Call *c, Value *in, Value *src, int axis, Value *out)
{
    int rank = in->type.rank, from[MAX_RANK];
    for (int i = 0, j = 0; i < rank; i++) {
        from[i] = i == axis ? -1 : j++;
        if (i != axis)
            need_equal(c, "extents", src->type.dim[from[i]], in->type.dim[i]);
    }
    scatter_rows(c, in, one_row_position(c, arg_scalar(c, "index")), view_axes(c, src, rank, from),
                 axis, FN_REPLACE, out);
}
