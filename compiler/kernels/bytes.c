/* SPDX-License-Identifier: 0BSD
 * Which convolutions and products of bytes the kernels of microcontrollers take. */
#include "kernels/bytes.h"
#include "graph/build.h"
#include "graph/constants.h"
#include "graph/layouts.h"
#include "kernels/conditions.h"
#include "kernels/fields.h"

#include <string.h>

/* Is it a field of the window: "kh", or "dw"? */
static bool is_of_window(const char *field)
{
    return strlen(field) == 2 && strchr("kspd", field[0]) && strchr("hw", field[1]);
}

bool has_byte_shape(const Step *s)
{
    Params p = {0};
    byte_sums_fields(s, &p);
    for (int i = 0; i < p.count; i++) {
        int bits = is_of_window(p.param[i].field) ? WINDOW_BITS : EXTENT_BITS;
        int64_t n = size_value(p.param[i].size);
        if (n < 0 || n >> bits != 0)
            return false;
    }
    return true;
}

bool is_const_of(const Value *v, DType type, int64_t most)
{
    return value_is_known(v) && v->type.dtype == type && layout_is_row_major(v) &&
           size_is_const(value_numel(v)) && size_value(value_numel(v)) <= most;
}

static bool is_byte(int64_t v)
{
    return v >= INT8_MIN && v <= INT8_MAX;
}

/* Are zero points and bounds bytes, and is the weights' zero point 0? */
static bool has_quant(const Step *s)
{
    const Value *v = s->in[CONV_QUANT];
    if (!v || !is_const_of(v, I32, 5))
        return false;
    const int32_t *q = const_data(v);
    int64_t n = size_value(value_numel(v));
    return n >= 4 && is_byte(-(int64_t)q[0]) && is_byte(q[1]) && is_byte(q[2]) && is_byte(q[3]) &&
           (n < 5 || q[4] == 0);
}

static bool has_shifts(const Value *v, int64_t channels)
{
    if (!is_const_of(v, I32, channels))
        return false;
    const int32_t *shift = const_data(v);
    for (int64_t i = 0; i < size_value(value_numel(v)); i++)
        if (!is_byte(shift[i]))
            return false;
    return true;
}

/* Has the step constants that the kernels read, for `requant`? Products of matrices have their
 * operands in the same places as convolutions. */
static bool has_constants(const Step *s, RequantKind requant, int64_t channels)
{
    const Value *bias = s->in[CONV_BIAS], *weight = s->in[CONV_WEIGHT];
    DType added = requant == RQ_F32_BIAS ? F32 : I32, factor = requant == RQ_Q31_DOUBLE ? I32 : F32;
    return s->requant == requant && s->in[CONV_IN]->type.dtype == I8 && weight->type.dtype == I8 &&
           s->out[0]->type.dtype == I8 && value_is_known(weight) && has_quant(s) &&
           (!bias ||
            (is_const_of(bias, added, channels) && size_value(value_numel(bias)) == channels)) &&
           is_const_of(s->in[CONV_MULT], factor, channels) &&
           (requant != RQ_Q31_DOUBLE || has_shifts(s->in[CONV_SHIFT], channels));
}

bool fits_pictures(const Step *s)
{
    const Value *in = s->in[CONV_IN];
    return !s->transposed && s->win.rank <= 2 && in->type.rank >= 3 && value_is_static(in) &&
           value_is_static(s->out[0]) && !s->in[CONV_ADD] && s->gate.slope == 0 &&
           has_byte_shape(s);
}

bool lies_in_order(const Step *s)
{
    return channels_last(s->in[CONV_IN]) && channels_last(s->out[0]);
}

bool takes_byte_conv(const Step *s, RequantKind requant)
{
    return fits_pictures(s) && lies_in_order(s) &&
           has_constants(s, requant, size_value(s->out[0]->type.dim[1]));
}

/* Do the rows of all matrices together fit a field of the parameters? */
static bool has_few_rows(const Value *a)
{
    int last = a->type.rank - 1;
    int64_t matrices = last == 2 ? size_value(a->type.dim[0]) : 1;
    return matrices * size_value(a->type.dim[last - 1]) >> EXTENT_BITS == 0;
}

static bool is_product_in_order(const Step *s)
{
    const Value *a = s->in[GEMM_A], *b = s->in[GEMM_B];
    return b->type.rank == 2 && value_is_static(a) && value_is_static(b) &&
           layout_is_row_major(s->out[0]) && layout_is_row_major(a) && has_byte_shape(s) &&
           has_few_rows(a);
}

bool takes_byte_product(const Step *s, RequantKind requant)
{
    return is_product_in_order(s) &&
           has_constants(s, requant, size_value(s->in[GEMM_B]->type.dim[1]));
}

static bool has_word_constants(const Step *s, Size *channels)
{
    const Value *bias = s->in[CONV_BIAS];
    return is_s16_fbias(s, I16) && !s->wide_sums && value_is_known(s->in[CONV_WEIGHT]) &&
           is_const_of(s->in[CONV_QUANT], I32, 4) &&
           is_const_of(s->in[CONV_MULT], F32, size_value(channels)) &&
           (!bias || is_const_of(bias, F32, size_value(channels)));
}

bool takes_word_conv(const Step *s)
{
    return s->groups == 1 && fits_pictures(s) && lies_in_order(s) &&
           has_word_constants(s, s->out[0]->type.dim[1]);
}

bool takes_word_product(const Step *s)
{
    return is_product_in_order(s) && has_word_constants(s, s->in[GEMM_B]->type.dim[1]);
}
