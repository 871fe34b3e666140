/* SPDX-License-Identifier: 0BSD
 * Parameters of nnlib's kernels. */
#include "backends/cadence/compiler/params.h"
#include "graph/build.h"
#include "graph/layouts.h"
#include "kernels/elementwise.h"
#include "kernels/fields.h"

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
