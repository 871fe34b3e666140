/* SPDX-License-Identifier: 0BSD
 * Parameters of kernels that call a library. */
#include "maps.h"
#include "pack_xnn.h"
#include "params.h"
#include "vector.h"

/* The room is that of its scratch; of a product, of the sums behind the biases. */
void params_cmsis_conv2d(const Step *s, Params *p)
{
    const Value *scratch = kernel_scratch(s), *bias = s->in[GEMM_C], *out = s->out[0];
    params_mcu_conv2d(s, p);
    if (scratch)
        field(p, "room", value_numel(scratch));
    else if (s->kind == K_GEMM && bias && value_numel(bias) != out->type.dim[out->type.rank - 1])
        field(p, "room", size_op(S_MUL, value_numel(bias), size_const(2)));
}

void params_xa_window(const Step *s, Params *p)
{
    const Value *scratch = kernel_scratch(s);
    picture_fields(s, p);
    field_int(p, "planes", !channels_last(s->in[0]));
    if (scratch)
        field(p, "room", value_numel(scratch));
    clamp_fields(s, p);
}

void params_xa_map(const Step *s, Params *p)
{
    float lo, hi;
    field(p, "n", value_numel(s->out[0]));
    map_unclamped(s, &lo, &hi);
    if (s->nin == 2 || map_clamps(s, &lo, &hi))
        bounds(p, lo, hi);
}

void params_g3_map(const Step *s, Params *p)
{
    params_xa_map(s, p);
}

void params_g3_mean(const Step *s, Params *p)
{
    const Value *in = s->in[0];
    int first = 0, end;
    while (!(s->axes >> first & 1))
        first++;
    for (end = first; s->axes >> end & 1;)
        end++;
    field(p, "outer", product(in, 0, first));
    field(p, "n", product(in, first, end));
    field(p, "inner", product(in, end, in->type.rank));
}
