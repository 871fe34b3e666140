/* SPDX-License-Identifier: 0BSD
 * Parameters of the kernels that call CMSIS-NN. */
#include "backends/cmsis-nn/compiler/params.h"
#include "graph/build.h"
#include "kernels/fields.h"

/* Sets the parameters of a convolution or product. `room` is the bytes of its scratch or, for a
 * product, of the sums behind the biases. */
static void set_cmsis_conv2d(const Step *s, Params *p)
{
    const Value *scratch = step_scratch(s), *bias = s->in[GEMM_C], *out = s->out[0];
    byte_sums_fields(s, p);
    if (scratch)
        field(p, "room", value_numel(scratch));
    else if (s->kind == K_GEMM && bias && value_numel(bias) != out->type.dim[out->type.rank - 1])
        field(p, "room", size_op(S_MUL, value_numel(bias), size_const(2)));
}

const ParamType params_cmsis_conv2d = {.name = "pte_cmsis_conv2d", .set = set_cmsis_conv2d};
