/* SPDX-License-Identifier: 0BSD
 * What a step costs, for comments and reports. */
#include "ptec.h"

static int64_t count(const Value *v)
{
    return value_numel(v)->hi;
}

/* Multiply-accumulates at the sizes' bounds; 0 for steps that have none. */
int64_t step_macs(const Step *s)
{
    if (s->kind == K_CONV) {
        const Value *w = s->in[CONV_WEIGHT];
        return count(s->out[0]) * (count(w) / size_value(w->type.dim[0]));
    }
    if (s->kind == K_GEMM)
        return count(s->out[0]) * s->in[GEMM_A]->type.dim[s->in[GEMM_A]->type.rank - 1]->hi;
    return 0;
}

double output_step(const Graph *g, int output)
{
    (void)g, (void)output;
    return 0;
}
