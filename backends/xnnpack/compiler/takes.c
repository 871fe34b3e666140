/* SPDX-License-Identifier: 0BSD
 * Which convolutions and products of matrices XNNPACK takes: pte_xnn_kernels.h. */
#include "backends/xnnpack/compiler/takes.h"
#include "backends/xnnpack/compiler/pack.h"
#include "graph/build.h"
#include "graph/constants.h"
#include "graph/layouts.h"
#include "kernels/conditions.h"
#include "kernels/elementwise.h"
#include "kernels/four_bits.h"
#include "kernels/pack.h"
#include "pte_xnn_features.h"
#include "pte_xnn_kernels.h"

#include <math.h>

_Static_assert((int)OPERATOR_MARGIN == (int)PTE_XNN_MARGIN, "the arena has room behind it");

bool xnnpack_tensor(const Value *v)
{
    return is_whole(v, v->type.dtype);
}

bool xnnpack_operand(const Value *v)
{
    return xnnpack_tensor(v) && !value_is_known(v);
}

/* Is the operand absent, or a constant of one element for each column? */
static bool is_row(const Value *v, DType type, int64_t columns)
{
    return !v || (value_is_known(v) && v->type.dtype == type &&
                  value_numel(v) == size_const(columns) && layout_is_row_major(v));
}

static bool is_byte(int64_t v)
{
    return v >= INT8_MIN && v <= INT8_MAX;
}

/* Are zero points and bounds bytes, and is the weights' zero point 0? */
static bool has_quant(const Value *v)
{
    if (!v || !value_is_const(v) || v->type.dtype != I32)
        return false;
    const int32_t *q = const_data(v);
    int64_t n = size_value(value_numel(v));
    return n >= 4 && is_byte(-(int64_t)q[0]) && is_byte(q[1]) && is_byte(q[2]) && is_byte(q[3]) &&
           q[2] < q[3] && (n < 5 || q[4] == 0);
}

/* Are all scales normal, positive and below 256? XNNPACK refuses others. */
static bool has_scales(const Value *v, int64_t columns)
{
    if (!v || !is_row(v, F32, columns))
        return false;
    const float *scale = const_data(v);
    for (int64_t i = 0; i < columns; i++)
        if (!isnormal(scale[i]) || !(scale[i] > 0 && scale[i] < 256))
            return false;
    return true;
}

/* Has the step constants that XNNPACK takes? Products of matrices have their operands in the same
 * places as convolutions. */
static bool has_constants(const Step *s, int64_t columns)
{
    bool bytes = s->requant == RQ_F32_RNE;
    return (bytes || s->requant == RQ_NONE) && value_is_known(s->in[CONV_WEIGHT]) &&
           is_row(s->in[CONV_BIAS], bytes ? I32 : s->in[CONV_WEIGHT]->type.dtype, columns) &&
           (!bytes || (has_quant(s->in[CONV_QUANT]) && has_scales(s->in[CONV_MULT], columns))) &&
           !s->in[CONV_TABLE] && (!s->has_clamp || s->lo < s->hi);
}

/* Returns how many rows (i = 0) or columns (i = 1) a transposed convolution's result has behind
 * those that its windows reach; negative if it ends before them. */
int64_t xnnpack_rows_behind(const Step *s, int i)
{
    const Window *w = &s->win;
    int axis = s->in[CONV_IN]->type.rank - w->rank + i;
    int64_t reached = (size_value(s->in[CONV_IN]->type.dim[axis]) - 1) * w->stride[i] +
                      w->dilation[i] * (w->kernel[i] - 1) + 1 - w->pad[i];
    return size_value(s->out[0]->type.dim[axis]) - reached;
}

/* Does this version of XNNPACK take the scales of a transposed convolution? Without scales for each
 * channel it takes the step only if all channels share one. */
static bool has_scales_of_version(const Step *s)
{
    const Value *v = s->in[CONV_MULT];
    const float *scale = const_data(v);
    bool equal = true;
    for (int64_t i = 1; i < size_value(value_numel(v)); i++)
        equal &= scale[i] == scale[0];
    return PTE_XNN_HAS_QC8W || equal;
}

static bool may_be_transposed(const Step *s)
{
    DType half = s->in[CONV_IN]->type.dtype == F16 ? F16 : F32;
    DType type = s->requant == RQ_NONE ? half : I8;
    if (s->in[CONV_IN]->type.dtype != type || s->in[CONV_WEIGHT]->type.dtype != type ||
        s->out[0]->type.dtype != type || (type == I8 && !has_scales_of_version(s)))
        return false;
    for (int i = 0; i < s->win.rank; i++)
        if (xnnpack_rows_behind(s, i) >= s->win.stride[i])
            return false;
    return true;
}

bool xnnpack_takes(const Step *s)
{
    if (s->kind != K_CONV)
        return false;
    const Value *in = s->in[CONV_IN], *out = s->out[0];
    return s->win.rank <= 2 && in->type.rank >= 3 && xnnpack_operand(in) && xnnpack_tensor(out) &&
           !s->in[CONV_ADD] && s->gate.slope == 0 &&
           has_constants(s, size_value(out->type.dim[1])) &&
           (!s->transposed || may_be_transposed(s));
}

bool xnnpack_fills(const Step *s)
{
    const Value *w = s->in[CONV_WEIGHT], *bias = s->in[CONV_BIAS];
    return s->kind == K_CONV && !s->transposed && s->win.rank <= 2 && is_plain(s, F32) &&
           s->in[CONV_IN]->type.rank >= 3 && value_is_known(w) &&
           is_row(bias, F32, size_value(w->type.dim[0]));
}

bool xnnpack_in_order(const Step *s)
{
    return xnnpack_takes(s) && channels_last(s->in[CONV_IN]) && channels_last(s->out[0]);
}

bool xnnpack_takes_gemm(const Step *s)
{
    const Value *a = s->in[GEMM_A], *b = s->in[GEMM_B];
    return b->type.rank == 2 && xnnpack_operand(a) && xnnpack_tensor(b) && layout_is_row_major(a) &&
           layout_is_row_major(s->out[0]) && has_constants(s, size_value(b->type.dim[1])) &&
           (b->type.dtype == F32 || (s->alpha == 1 && s->beta == 1));
}

/* Does XNNPACK take the product of computed matrices? Only with nothing behind it. */
bool xnnpack_takes_matmul(const Step *s)
{
    const Value *a = s->in[GEMM_A], *b = s->in[GEMM_B], *out = s->out[0];
    int rank = a->type.rank;
    return rank >= 2 && rank <= 3 && b->type.rank == rank && out->type.rank == rank &&
           xnnpack_operand(a) && xnnpack_operand(b) && xnnpack_tensor(out) &&
           (rank == 2 || a->type.dim[0] == b->type.dim[0]) && layout_is_row_major(a) &&
           (layout_is_row_major(b) || columns_first(b)) && layout_is_row_major(out) &&
           !s->in[GEMM_C] && s->alpha == 1 && !s->has_clamp;
}

/* Does XNNPACK take the product of rows quantised one by one, with `scales` scales for each
 * channel? */
static bool takes_rows(const Step *s, int64_t scales)
{
    const Value *a = s->in[GEMM_A], *b = s->in[GEMM_B];
    const Value *scale = s->in[GEMM_SHIFT], *zero = s->in[GEMM_QUANT];
    int64_t columns = size_value(b->type.dim[1]);
    return b->type.rank == 2 && xnnpack_operand(a) && layout_is_row_major(a) &&
           layout_is_row_major(s->out[0]) && value_is_known(b) &&
           is_row(s->in[GEMM_C], F32, columns) && has_scales(s->in[GEMM_MULT], columns * scales) &&
           scale->type.dtype == F32 && zero->type.dtype == I32 && xnnpack_operand(scale) &&
           xnnpack_operand(zero) && layout_is_dense(scale) && layout_is_dense(zero) &&
           (!s->has_clamp || s->lo < s->hi);
}

bool xnnpack_takes_rows(const Step *s)
{
    return takes_rows(s, 1);
}

bool xnnpack_takes_s4_rows(const Step *s)
{
    return takes_rows(s, 1) && has_4_bits(s->in[GEMM_B]);
}

/* Does XNNPACK take the product with scales for blocks of weights? Blocks are multiples of 32,
 * their scales are bf16. */
bool xnnpack_takes_blocks(const Step *s)
{
    const Value *b = s->in[GEMM_B], *scales = s->in[GEMM_MULT];
    int64_t k = size_value(b->type.dim[0]), n = size_value(value_numel(scales));
    int64_t each = n / size_value(b->type.dim[1]);
    if (each < 2 || k % each != 0 || k / each % 32 != 0 || !takes_rows(s, each))
        return false;
    const float *scale = const_data(scales);
    for (int64_t i = 0; i < n; i++)
        if (float_bits(scale[i]) & 0xffff)
            return false;
    return has_4_bits(b);
}
