/* SPDX-License-Identifier: 0BSD
 * Parameters of the kernels for microcontrollers. */
#include "backends/mcu/compiler/params.h"
#include "graph/build.h"
#include "kernels/fields.h"

void params_mcu_conv2d(const Step *s, Params *p)
{
    if (s->kind == K_GEMM) {
        product_fields(s, p, true);
        return;
    }
    picture_fields(s, p);
    field_int(p, "groups", s->groups);
}

/* Sets the parameters of a product, or of a convolution with windows of one position. */
void params_mcu_dense(const Step *s, Params *p)
{
    const Value *in = s->in[0], *out = s->out[0];
    int axis = s->kind == K_CONV ? 1 : in->type.rank - 1;
    field(p, "n", size_op(S_FDIV, value_numel(in), in->type.dim[axis]));
    field(p, "c", in->type.dim[axis]);
    field(p, "oc", out->type.dim[s->kind == K_CONV ? 1 : out->type.rank - 1]);
}
