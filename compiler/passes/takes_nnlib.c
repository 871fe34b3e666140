/* SPDX-License-Identifier: 0BSD
 * Which steps Cadence's nnlib takes: pte_xa_kernels.h. */
#include "nnlib.h"

static bool has_stride_1(const Value *v, int axis)
{
    return v->layout.stride[axis] == size_const(1);
}

/* Absent, or one row that all rows get. */
static bool is_row(const Value *v, const Size *columns)
{
    return !v || (v->type.rank == 1 && v->type.dim[0] == columns && has_stride_1(v, 0));
}

bool nnlib_takes_gemm(const Step *s)
{
    const Value *a = s->in[GEMM_A], *b = s->in[GEMM_B], *c = s->in[GEMM_C], *out = s->out[0];
    int row = b->type.rank - 2, column = b->type.rank - 1;
    return value_is_static(a) && value_is_static(b) && value_is_static(out) &&
           size_value(value_numel(a)) > 0 && size_value(value_numel(b)) > 0 &&
           has_stride_1(a, a->type.rank - 1) && has_stride_1(b, row) &&
           size_value(b->layout.stride[column]) >= size_value(b->type.dim[row]) &&
           layout_is_row_major(out) && is_row(c, b->type.dim[column]) && s->alpha == 1 &&
           (!c || s->beta == 1) && !s->has_clamp;
}
