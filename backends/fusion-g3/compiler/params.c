/* SPDX-License-Identifier: 0BSD
 * Parameters of the kernels of nnlib for Fusion G3. */
#include "backends/cadence/compiler/params.h"
#include "backends/fusion-g3/compiler/params.h"
#include "kernels/fields.h"

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
