/* SPDX-License-Identifier: 0BSD
 * Parameters of the kernels for microcontrollers. */
#include "backends/mcu/compiler/params.h"
#include "graph/build.h"
#include "graph/byte_sum.h"
#include "kernels/fields.h"

const ParamType params_mcu_conv2d = {
    .name = "pte_mcu_conv2d",
    .set = byte_sums_fields,
    .rows = {.variable = "m", .member = "conv", .function = "pte_mcu_rows_conv2d"}};

/* Sets the parameters of a product, or of a convolution with windows of one position. */
static void set_mcu_dense(const Step *s, Params *p)
{
    const Value *in = s->in[0], *out = s->out[0];
    int axis = s->kind == K_CONV ? 1 : in->type.rank - 1;
    field(p, "n", size_op(S_FDIV, value_numel(in), in->type.dim[axis]));
    field(p, "c", in->type.dim[axis]);
    field(p, "oc", out->type.dim[s->kind == K_CONV ? 1 : out->type.rank - 1]);
}

const ParamType params_mcu_dense = {
    .name = "pte_mcu_dense",
    .set = set_mcu_dense,
    .rows = {.variable = "d", .member = "conv", .function = "pte_mcu_rows_dense", .of_all = true}};

static void set_mcu_add(const Step *s, Params *p)
{
    ByteSum sum;
    match_byte_sum(s->expr, &sum);
    field(p, "n", value_numel(s->out[0]));
    field_int(p, "a", sum.weight[0]);
    field_int(p, "b", sum.weight[1]);
    field_int(p, "start", sum.start);
    field_int(p, "shift", sum.shift);
    field_int(p, "lo", sum.lo);
    field_int(p, "hi", sum.hi);
}

const ParamType params_mcu_add = {.name = "pte_mcu_add", .set = set_mcu_add};

static void set_mcu_mean(const Step *s, Params *p)
{
    const Value *in = s->in[0];
    field(p, "n", in->type.dim[0]);
    field_int(p, "positions", s->win.kernel[0] * s->win.kernel[1]);
    field(p, "c", in->type.dim[1]);
    field(p, "image", in->layout.stride[0]);
}

const ParamType params_mcu_mean = {.name = "pte_mcu_mean", .set = set_mcu_mean};

static void set_mcu_elements(const Step *s, Params *p)
{
    field(p, "n", value_numel(s->out[0]));
}

const ParamType params_mcu_elements = {.name = "pte_mcu_elements", .set = set_mcu_elements};
