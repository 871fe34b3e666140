/* SPDX-License-Identifier: 0BSD
 * Parameters of the kernels of nnlib for Fusion G3. */
#include "backends/fusion-g3/compiler/params.h"
#include "kernels/fields.h"

const ParamType params_g3_map = {.name = "pte_g3_map", .set = map_fields};

static void set_g3_mean(const Step *s, Params *p)
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

const ParamType params_g3_mean = {.name = "pte_g3_mean", .set = set_g3_mean};
