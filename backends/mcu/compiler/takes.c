/* SPDX-License-Identifier: 0BSD
 * Which steps the kernels for microcontrollers take, and what they need. */
#include "backends/mcu/compiler/takes.h"
#include "backends/mcu/compiler/params.h"
#include "graph/build.h"
#include "graph/constants.h"
#include "graph/layouts.h"

#include <stddef.h>
#include <string.h>

#define HALF(name)                                                                                 \
    {                                                                                              \
#name, offsetof(pte_mcu_conv2d, name), UINT16_MAX                                          \
    }

#define BYTE(name)                                                                                 \
    {                                                                                              \
#name, offsetof(pte_mcu_conv2d, name), UINT8_MAX                                           \
    }

static const struct {
    const char *name;
    size_t at;
    int64_t most;
} shape_fields[] = {HALF(n),  HALF(c),      HALF(h),  HALF(w),  HALF(oc), HALF(oh),
                    HALF(ow), HALF(groups), BYTE(kh), BYTE(kw), BYTE(sh), BYTE(sw),
                    BYTE(ph), BYTE(pw),     BYTE(dh), BYTE(dw)};

static bool set_field(pte_mcu_conv2d *p, const char *name, int64_t value)
{
    size_t i = 0;
    while (strcmp(shape_fields[i].name, name) != 0)
        i++;
    uint8_t byte = (uint8_t)value, *at = (uint8_t *)p + shape_fields[i].at;
    uint16_t half = (uint16_t)value;
    if (shape_fields[i].most == UINT8_MAX)
        *at = byte;
    else
        memcpy(at, &half, sizeof half);
    return value >= 0 && value <= shape_fields[i].most;
}

/* Writes the step's shape to *p. Returns false if the kernels' parameters cannot say it. */
bool mcu_find_shape(const Step *s, pte_mcu_conv2d *p)
{
    Params params = {0};
    bool fits = true;
    *p = (pte_mcu_conv2d){0};
    params_mcu_conv2d(s, &params);
    for (int i = 0; i < params.count; i++)
        fits &= set_field(p, params.param[i].field, size_value(params.param[i].size));
    return fits;
}

bool mcu_has_shape(const Step *s)
{
    pte_mcu_conv2d p;
    return mcu_find_shape(s, &p);
}

pte_mcu_conv2d mcu_shape_of(const Step *s)
{
    pte_mcu_conv2d p;
    mcu_find_shape(s, &p);
    return p;
}

bool mcu_is_const_of(const Value *v, DType type, int64_t most)
{
    return value_is_const(value_root((Value *)v)) && v->type.dtype == type &&
           layout_is_row_major(v) && size_is_const(value_numel(v)) &&
           size_value(value_numel(v)) <= most;
}

static bool is_byte(int64_t v)
{
    return v >= INT8_MIN && v <= INT8_MAX;
}

/* Are zero points and bounds bytes, and is the weights' zero point 0? */
static bool has_quant(const Step *s)
{
    const Value *v = s->in[CONV_QUANT];
    if (!v || !mcu_is_const_of(v, I32, 5))
        return false;
    const int32_t *q = const_data(v);
    int64_t n = size_value(value_numel(v));
    return n >= 4 && is_byte(-(int64_t)q[0]) && is_byte(q[1]) && is_byte(q[2]) && is_byte(q[3]) &&
           (n < 5 || q[4] == 0);
}

static bool has_shifts(const Value *v, int64_t channels)
{
    if (!mcu_is_const_of(v, I32, channels))
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
           s->out[0]->type.dtype == I8 && value_is_const(value_root((Value *)weight)) &&
           has_quant(s) &&
           (!bias || (mcu_is_const_of(bias, added, channels) &&
                      size_value(value_numel(bias)) == channels)) &&
           mcu_is_const_of(s->in[CONV_MULT], factor, channels) &&
           (requant != RQ_Q31_DOUBLE || has_shifts(s->in[CONV_SHIFT], channels));
}

static bool fits_pictures(const Step *s)
{
    const Value *in = s->in[CONV_IN];
    return !s->transposed && s->win.rank <= 2 && in->type.rank >= 3 && value_is_static(in) &&
           value_is_static(s->out[0]) && !s->in[CONV_ADD] && s->gate.slope == 0 && mcu_has_shape(s);
}

static bool lies_in_order(const Step *s)
{
    return channels_last(s->in[CONV_IN]) && channels_last(s->out[0]);
}

bool mcu_takes(const Step *s, RequantKind requant)
{
    return fits_pictures(s) && lies_in_order(s) &&
           has_constants(s, requant, size_value(s->out[0]->type.dim[1]));
}

bool mcu_fits_floats(const Step *s)
{
    const Value *weight = s->in[CONV_WEIGHT], *bias = s->in[CONV_BIAS];
    return s->requant == RQ_NONE && s->in[CONV_IN]->type.dtype == F32 &&
           s->out[0]->type.dtype == F32 && weight->type.dtype == F32 &&
           value_is_const(value_root((Value *)weight)) && fits_pictures(s) &&
           (!bias || mcu_is_const_of(bias, F32, size_value(s->out[0]->type.dim[1])));
}

bool mcu_takes_floats(const Step *s)
{
    return mcu_fits_floats(s) && lies_in_order(s);
}

static bool is_by_taps(const Step *s)
{
    return is_depthwise(s) && taps_of(s) <= PTE_MCU_TAPS;
}

bool mcu_takes_depthwise(const Step *s, RequantKind requant)
{
    return is_by_taps(s) && mcu_takes(s, requant);
}

bool mcu_is_dense(const Step *s)
{
    pte_mcu_conv2d p = mcu_shape_of(s);
    return pte_mcu_is_pointwise(&p) && p.sh == 1 && p.sw == 1 && p.groups == 1 &&
           (int64_t)p.n * p.h * p.w <= UINT16_MAX;
}

bool mcu_takes_gemm(const Step *s, RequantKind requant)
{
    const Value *a = s->in[GEMM_A], *b = s->in[GEMM_B];
    return b->type.rank == 2 && value_is_static(a) && value_is_static(b) &&
           layout_is_row_major(s->out[0]) && layout_is_row_major(a) && mcu_has_shape(s) &&
           mcu_is_dense(s) && has_constants(s, requant, size_value(b->type.dim[1]));
}

int64_t mcu_scratch(const Graph *g, const Step *s)
{
    (void)g;
    pte_mcu_conv2d p = mcu_shape_of(s);
    if (s->requant == RQ_NONE)
        return 0;
    return is_by_taps(s) ? pte_mcu_dwconv_scratch(&p) : pte_mcu_conv_scratch(&p);
}
