/* SPDX-License-Identifier: 0BSD
 * Which steps the vector kernels take: of what types, sizes and order in memory. */
#include "backends/vector/compiler/takes.h"
#include "backends/vector/pte_vec_kernels.h"
#include "graph/build.h"
#include "graph/constants.h"
#include "graph/layouts.h"

#include <math.h>

static bool fits_row(const Step *s, int64_t channels)
{
    int64_t padded = (channels + 3) / 4 * 4 * taps_of(s);
    return !requantises_by_float(s) || padded <= PTE_VEC_ROW_BYTES;
}

/* Do sums of `depth` products, scaled, fit 32 bits whatever the bytes are? The kernels convert them
 * without a check. */
static bool fits_sums(const Step *s, int64_t depth)
{
    if (!requantises_by_float(s))
        return true;
    bool adds = s->requant == RQ_F32_BIAS;
    const Value *bias = s->in[CONV_BIAS];
    const int32_t *first = bias && !adds ? const_data(bias) : NULL;
    const float *offset = bias && adds ? const_data(bias) : NULL;
    const float *scale = const_data(s->in[CONV_MULT]);
    double product = 128 * (128 + fabs((double)*(const int32_t *)const_data(s->in[CONV_QUANT])));
    for (int64_t i = 0; i < size_value(value_numel(s->in[CONV_MULT])); i++) {
        double sum = fmin((double)depth * product + fabs(first ? (double)first[i] : 0), 0x1p31);
        double result = sum * fabs((double)scale[i]) + fabs(offset ? (double)offset[i] : 0);
        if (!(result < 0x1.fffffp30)) /* rounded twice it is below 2^31 */
            return false;
    }
    return true;
}

static bool fits_window(const Step *s)
{
    int64_t across = s->win.rank > 0 ? s->win.kernel[s->win.rank - 1] : 1, n = taps_of(s);
    bool quads = is_depthwise(s) && requantises_by_float(s);
    return n <= PTE_VEC_TAPS && (!quads || (n / across + 3) / 4 * across <= PTE_VEC_QUADS);
}

/* Is the operand absent, or a constant of one element for each column? */
static bool is_row(const Value *v, DType type, const Size *columns)
{
    return !v || (value_is_known(v) && v->type.dtype == type && value_numel(v) == columns &&
                  layout_is_row_major(v));
}

/* Are the operands floats, or bytes that are requantised by a float for each column? Products of
 * matrices have their operands in the same places as convolutions. */
static bool has_types(const Step *s, const Size *columns)
{
    bool bytes = requantises_by_float(s);
    DType type = bytes ? I8 : F32;
    if ((s->requant != RQ_NONE && !bytes) || s->out[0]->type.dtype != type ||
        s->in[CONV_IN]->type.dtype != type || s->in[CONV_WEIGHT]->type.dtype != type ||
        !value_is_known(s->in[CONV_WEIGHT]))
        return false;
    return is_row(s->in[CONV_BIAS], s->requant == RQ_F32_RNE ? I32 : F32, columns) &&
           (!bytes ||
            (is_row(s->in[CONV_MULT], F32, columns) && value_is_const(s->in[CONV_QUANT])));
}

/* Is it known, where that matters, whether the image has a single column? Such an image is one row
 * to the kernels, and so are then the packed rows of windows of few bytes. */
static bool knows_columns(const Step *s)
{
    const Size *columns = s->in[CONV_IN]->type.dim[3];
    bool column = s->win.rank == 2 && s->win.kernel[0] > 1 && s->win.kernel[1] == 1 &&
                  s->win.pad[1] == 0 && !size_is_const(columns) && columns->lo <= 1;
    return !column || is_depthwise(s) || !requantises_by_float(s) ||
           size_value(s->in[CONV_WEIGHT]->type.dim[1]) >= 4;
}

bool takes_channels(const Step *s, int64_t channels)
{
    return fits_row(s, channels) && fits_sums(s, taps_of(s) * channels);
}

bool vector_takes(const Step *s)
{
    return s->kind == K_CONV && !s->transposed && s->win.rank <= 2 &&
           has_types(s, s->in[CONV_WEIGHT]->type.dim[0]) && s->in[CONV_IN]->type.rank >= 3 &&
           knows_columns(s) && fits_window(s) &&
           takes_channels(s, size_value(s->in[CONV_WEIGHT]->type.dim[1]));
}

/* Does a vector kernel take the product? The matrix on the right must be constant, rows of the left
 * one and of the result without gaps. */
bool vector_takes_gemm(const Step *s)
{
    const Value *a = s->in[GEMM_A], *b = s->in[GEMM_B];
    return b->type.rank == 2 && has_types(s, b->type.dim[1]) && layout_is_row_major(s->out[0]) &&
           has_row_stride(a, a->type.rank - 1, size_const(1)) &&
           fits_row(s, size_value(b->type.dim[0])) && fits_sums(s, size_value(b->type.dim[0]));
}

/* Does a vector kernel take the product of computed matrices? Rows of the left one and of the
 * result must have no gaps. */
bool vector_takes_matmul(const Step *s)
{
    const Value *a = s->in[GEMM_A], *out = s->out[0];
    return s->requant == RQ_NONE && a->type.dtype == F32 && s->in[GEMM_B]->type.dtype == F32 &&
           out->type.dtype == F32 && !s->in[GEMM_C] && layout_is_row_major(out) &&
           has_row_stride(a, a->type.rank - 1, size_const(1));
}

/* Does a vector kernel take the pool? Its channels must be neighbours, and fill a vector of the
 * smallest kind. */
bool vector_takes_pool(const Step *s, DType type)
{
    enum { LEAST_FLOATS = 4, LEAST_BYTES = 8 };
    const Value *in = s->in[0], *out = s->out[0];
    bool indices = s->nout > 1 && s->out[1];
    return in->type.dtype == type && out->type.dtype == type && !indices &&
           in->layout.stride[1] == size_const(1) && out->layout.stride[1] == size_const(1) &&
           in->type.dim[1]->lo >= (type == I8 ? LEAST_BYTES : LEAST_FLOATS);
}

/* Does Winograd's algorithm pay for the convolution? Its weights are four times as large: they pay
 * where they are read for many positions, and where those of one point stay near. */
bool saves_products(const Step *s)
{
    enum { LEAST = 8, MOST_CHANNELS = 192, LEAST_POSITIONS = 64 };
    const Window *w = &s->win;
    if (w->rank != 2 || s->groups != 1 || !channels_last(s->in[CONV_IN]))
        return false;
    for (int i = 0; i < 2; i++)
        if (w->kernel[i] != 3 || w->stride[i] != 1 || w->dilation[i] != 1)
            return false;
    const Type *out = &s->out[0]->type;
    int64_t channels = size_value(s->in[CONV_WEIGHT]->type.dim[1]);
    return channels >= LEAST && channels <= MOST_CHANNELS && size_value(out->dim[1]) >= LEAST &&
           (double)out->dim[2]->hi * (double)out->dim[3]->hi >= (double)LEAST_POSITIONS;
}

/* Is the operand a picture as it comes, few channels one after the other? No step before has to
 * put it in another order. Kernels know it by its channels not being neighbours. */
bool reads_planes(const Step *s)
{
    const Value *in = s->in[CONV_IN];
    int last = in->type.rank - 1;
    int64_t channels = size_value(in->type.dim[1]) / s->groups;
    return !is_depthwise(s) && !channels_last(in) && in->layout.stride[last] == size_const(1) &&
           in->layout.stride[1]->lo > 1 && channels <= 4 && taps_of(s) * channels <= PTE_VEC_TAPS;
}

bool has_small_groups(const Step *s)
{
    const Window *w = &s->win;
    for (int i = 0; i < w->rank; i++)
        if (w->kernel[i] > PTE_VEC_GROUPED_KERNEL || w->stride[i] > PTE_VEC_GROUPED_STRIDE ||
            w->dilation[i] != 1)
            return false;
    int64_t channels = size_value(s->in[CONV_WEIGHT]->type.dim[1]);
    bool sixteen = channels == 16 && !requantises_by_float(s);
    return s->groups > 1 && (channels == 4 || channels == 8 || sixteen) &&
           s->in[CONV_IN]->type.dim[1] == s->out[0]->type.dim[1] && channels_last(s->in[CONV_IN]);
}

/* Are the operands and the result as the vector kernels of convolutions read and write them? */
bool in_order(const Step *s)
{
    return vector_takes(s) && channels_last(s->out[0]) &&
           (channels_last(s->in[CONV_IN]) || reads_planes(s)) &&
           (!s->in[CONV_ADD] || channels_last(s->in[CONV_ADD]));
}
