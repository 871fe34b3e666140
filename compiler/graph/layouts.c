/* SPDX-License-Identifier: 0BSD
 * Layouts of pictures and filters that several kernel libraries ask for. */
#include "graph/layouts.h"

bool has_row_stride(const Value *v, int axis, const Size *stride)
{
    return v->type.dim[axis] == size_const(1) || v->layout.stride[axis] == stride;
}

bool channels_last(const Value *v)
{
    Size *stride = v->type.dim[1];
    if (!has_row_stride(v, 1, size_const(1)))
        return false;
    for (int i = v->type.rank; i-- > 2;) {
        if (!has_row_stride(v, i, stride))
            return false;
        stride = size_op(S_MUL, stride, v->type.dim[i]);
    }
    return has_row_stride(v, 0, stride);
}

bool columns_first(const Value *v)
{
    int row = v->type.rank - 2, column = row + 1;
    Size *const *dim = v->type.dim;
    return has_row_stride(v, row, size_const(1)) && has_row_stride(v, column, dim[row]) &&
           (row == 0 || has_row_stride(v, 0, size_op(S_MUL, dim[row], dim[column])));
}

bool is_depthwise(const Step *s)
{
    const Value *in = s->in[CONV_IN], *out = s->out[0];
    return s->groups > 1 && in->type.dim[1] == size_const(s->groups) &&
           out->type.dim[1] == size_const(s->groups);
}

int64_t kernel_groups(const Step *s)
{
    return s->groups / (s->joined_groups ? s->joined_groups : 1);
}

int64_t taps_of(const Step *s)
{
    int64_t n = 1;
    for (int i = 0; i < s->win.rank; i++)
        n *= s->win.kernel[i];
    return n;
}
