/* SPDX-License-Identifier: 0BSD
 * Which steps the kernels for microcontrollers take, and what they need. */
#include "backends/mcu/compiler/takes.h"
#include "graph/build.h"
#include "graph/byte_sum.h"
#include "graph/constants.h"
#include "graph/layouts.h"
#include "graph/quantised.h"
#include "kernels/bytes.h"
#include "kernels/elementwise.h"
#include "kernels/fields.h"
#include "model.h"

#include <stddef.h>
#include <string.h>

#define FIELD(name)                                                                                \
    {                                                                                              \
#name, offsetof(pte_mcu_conv2d, name), sizeof(((pte_mcu_conv2d *)0)->name)                 \
    }
_Static_assert(8 * sizeof(((pte_mcu_conv2d *)0)->oc) == EXTENT_BITS, "as has_byte_shape() thinks");
_Static_assert(8 * sizeof(((pte_mcu_conv2d *)0)->kh) == WINDOW_BITS, "as has_byte_shape() thinks");

static const struct {
    const char *name;
    size_t at, bytes;
} shape_fields[] = {FIELD(n),  FIELD(c),      FIELD(h),  FIELD(w),  FIELD(oc), FIELD(oh),
                    FIELD(ow), FIELD(groups), FIELD(kh), FIELD(kw), FIELD(sh), FIELD(sw),
                    FIELD(ph), FIELD(pw),     FIELD(dh), FIELD(dw)};

static void set_field(pte_mcu_conv2d *p, const char *name, int64_t value)
{
    size_t i = 0;
    while (strcmp(shape_fields[i].name, name) != 0)
        i++;
    uint8_t byte = (uint8_t)value, *at = (uint8_t *)p + shape_fields[i].at;
    uint16_t half = (uint16_t)value;
    if (shape_fields[i].bytes == sizeof byte)
        *at = byte;
    else
        memcpy(at, &half, sizeof half);
}

/* Returns the shape of a step for which has_byte_shape() holds. */
pte_mcu_conv2d mcu_shape_of(const Step *s)
{
    pte_mcu_conv2d p = {0};
    Params params = {0};
    byte_sums_fields(s, &params);
    for (int i = 0; i < params.count; i++)
        set_field(&p, params.param[i].field, size_value(params.param[i].size));
    return p;
}

bool mcu_fits_floats(const Step *s)
{
    const Value *weight = s->in[CONV_WEIGHT], *bias = s->in[CONV_BIAS];
    return s->requant == RQ_NONE && s->in[CONV_IN]->type.dtype == F32 &&
           s->out[0]->type.dtype == F32 && weight->type.dtype == F32 && value_is_known(weight) &&
           fits_pictures(s) &&
           (!bias || is_const_of(bias, F32, size_value(s->out[0]->type.dim[1])));
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
    return is_by_taps(s) && takes_byte_conv(s, requant);
}

bool mcu_is_dense(const Step *s)
{
    pte_mcu_conv2d p = mcu_shape_of(s);
    return pte_mcu_is_pointwise(&p) && p.sh == 1 && p.sw == 1 && p.groups == 1 &&
           (int64_t)p.n * p.h * p.w <= UINT16_MAX;
}

/* Is it a weighted sum of two tensors that lie alike? */
bool mcu_takes_add(const Step *s)
{
    ByteSum sum;
    const Value *out = s->out[0];
    if (s->nin != 2 || !is_whole(out, I8) || !layout_is_dense(out))
        return false;
    for (int i = 0; i < s->nin; i++)
        if (!is_whole(s->in[i], I8) || !same_places(s->in[i], out))
            return false;
    return match_byte_sum(s->expr, &sum);
}

enum { NUMBER, FIRST, SECOND, OPERANDS }; /* of what the two below take; two are constants */

/* Do numbers of the type lie as those of the other type that are made of them, and may the kernel
 * be taken? With Helium it is smaller than the loop, too. */
static bool converts_all(const Graph *g, const Step *s, DType from, DType to)
{
    const Options *o = g->model->options;
    return (o->speed || o->lanes == LANES_HELIUM) && s->nin == OPERANDS &&
           is_whole(s->in[NUMBER], from) && is_whole(s->out[0], to) && layout_is_dense(s->out[0]) &&
           same_places(s->in[NUMBER], s->out[0]);
}

static bool has_small_zero(double zero)
{
    static const double limit = 1 << 21;
    return zero > -limit && zero < limit;
}

bool mcu_takes_quantise(const Graph *g, const Step *s)
{
    Quantise q;
    return converts_all(g, s, F32, I8) && match_quantise(s, &q) && q.real->op == E_IN &&
           q.real->index == NUMBER && q.lo == INT8_MIN && q.hi == INT8_MAX &&
           has_small_zero(q.zero);
}

bool mcu_takes_dequantise(const Graph *g, const Step *s)
{
    Dequantise d;
    return converts_all(g, s, I8, F32) && match_activation(s->out[0], &d) &&
           d.bytes == s->in[NUMBER] && d.zero == s->in[FIRST] && d.scale == s->in[SECOND] &&
           has_small_zero(zero_point_of(&d));
}

/* Is it an average of bytes whose channels are neighbours, by fours, and whose scale the kernel may
 * have? */
bool mcu_takes_pool(const Step *s)
{
    const Value *in = s->in[0], *out = s->out[0];
    return s->pool == POOL_AVG && s->requant == RQ_Q31_DOUBLE && !(s->nout > 1 && s->out[1]) &&
           in->layout.stride[1] == size_const(1) && out->layout.stride[1] == size_const(1) &&
           size_is_const(in->type.dim[1]) && size_value(in->type.dim[1]) % 4 == 0;
}

static int64_t positions_of(const Step *s)
{
    return s->win.kernel[0] * s->win.kernel[1];
}

/* Has each picture one window, which begins with its first row and has whole rows? */
bool mcu_takes_mean(const Step *s)
{
    const Window *w = &s->win;
    Size *const *in = &s->in[0]->type.dim[2], *const *out = &s->out[0]->type.dim[2];
    if (!mcu_takes_pool(s) || w->rank != 2 || !lies_in_order(s) ||
        in[1] != size_const(w->kernel[1]))
        return false;
    for (int i = 0; i < 2; i++)
        if (out[i] != size_const(1) || w->pad[i] != 0 || w->dilation[i] != 1)
            return false;
    return size_is_const(in[0]) && size_value(in[0]) >= w->kernel[0] &&
           (s->divisor == 0 || s->divisor == positions_of(s));
}

bool mcu_mean_is_exact(const Step *s)
{
    return positions_of(s) % 2 == 1 && positions_of(s) <= PTE_MCU_MEAN;
}

int64_t mcu_scratch(const Graph *g, const Step *s)
{
    (void)g;
    if (s->kind == K_MAP || s->kind == K_POOL || s->requant == RQ_NONE || s->requant == RQ_ROWS)
        return 0;
    pte_mcu_conv2d p = mcu_shape_of(s);
    return is_by_taps(s) ? pte_mcu_dwconv_scratch(&p) : pte_mcu_conv_scratch(&p);
}
