/* SPDX-License-Identifier: 0BSD
 * Conditions on steps, which the rows of kernels.def are made of. */
#include "kernels/conditions.h"
#include "graph/build.h"

#include <string.h>

bool first_is(const Step *s, DType type)
{
    return s->in[0]->type.dtype == type && s->out[0]->type.dtype == type;
}

bool all_are(const Step *s, DType type)
{
    for (int i = 0; i < s->nin; i++)
        if (s->in[i] && s->in[i]->type.dtype != type)
            return false;
    return first_is(s, type);
}

bool is_plain(const Step *s, DType type)
{
    return all_are(s, type) && s->requant == RQ_NONE;
}

static bool are_s8(const Step *s, int data, int weight, RequantKind requant)
{
    return s->in[data]->type.dtype == I8 && s->in[weight]->type.dtype == I8 && first_is(s, I8) &&
           s->requant == requant;
}

bool is_s8(const Step *s, int data, int weight)
{
    return are_s8(s, data, weight, RQ_Q31_DOUBLE);
}

bool is_s8_rne(const Step *s, int data, int weight)
{
    return are_s8(s, data, weight, RQ_F32_RNE);
}

bool is_s8_fbias(const Step *s, int data, int weight)
{
    return are_s8(s, data, weight, RQ_F32_BIAS);
}

bool is_s8_twice(const Step *s, int data, int weight)
{
    return are_s8(s, data, weight, RQ_F32_TWICE);
}

bool is_s16_fbias(const Step *s, DType type)
{
    return s->requant == RQ_F32_BIAS && s->in[CONV_IN]->type.dtype == I16 &&
           s->out[0]->type.dtype == type;
}

bool is_s8_rows(const Step *s)
{
    const Value *a = s->in[GEMM_A], *b = s->in[GEMM_B];
    return s->requant == RQ_ROWS && a->type.dtype == I8 && b->type.dtype == I8 &&
           s->out[0]->type.dtype == F32 && a->layout.stride[1] == size_const(1) &&
           b->layout.stride[0] == size_const(1);
}

bool is_s8_batch(const Step *s)
{
    return s->requant == RQ_ROWS && s->in[CONV_IN]->type.dtype == I8 &&
           s->in[CONV_WEIGHT]->type.dtype == I8 && s->out[0]->type.dtype == F32;
}

bool dense_rows(const Step *s)
{
    for (int i = 0; i < s->nin; i++)
        if (s->in[i] && !layout_is_row_major(s->in[i]))
            return false;
    return layout_is_row_major(s->out[0]);
}

bool is_over_rows(const Step *s)
{
    int axis = s->in[0]->type.rank - 1;
    while (axis > 0 && !(s->axes >> axis & 1) && s->in[0]->type.dim[axis] == size_const(1))
        axis--;
    return axis < 0 || s->axes >> axis & 1;
}

bool attends(const Step *s, DType type)
{
    bool fits = (s->nin > ATTEND_QUANT) == (type == I8);
    for (int i = ATTEND_QUERY; i <= ATTEND_VALUE; i++)
        fits = fits && s->in[i]->type.dtype == type && s->in[i]->layout.stride[3] == size_const(1);
    return fits && s->out[0]->type.dtype == F32 && s->out[0]->layout.stride[3] == size_const(1);
}

size_t element_bytes(const Step *s)
{
    for (int i = 0; i < (s->kind == K_MOVE ? s->nin : 1); i++)
        if (s->in[i]->type.dtype != s->out[0]->type.dtype)
            return 0;
    return dtype_bytes((int)s->out[0]->type.dtype);
}

bool draws(const Step *s, DType type)
{
    return s->out[0]->type.dtype == type && layout_is_dense(s->out[0]);
}

size_t compact_bytes(const Step *s)
{
    bool same = s->nin == 2 && s->in[1]->type.dtype == s->out[0]->type.dtype && dense_rows(s);
    return same ? dtype_bytes((int)s->out[0]->type.dtype) : 0;
}
