/* SPDX-License-Identifier: 0BSD
 * Parameters of nnlib's kernels. */
#include "backends/cadence/compiler/params.h"
#include "graph/build.h"
#include "graph/layouts.h"
#include "kernels/fields.h"

static void set_xa_window(const Step *s, Params *p)
{
    const Value *scratch = step_scratch(s);
    picture_fields(s, p);
    field_int(p, "planes", !channels_last(s->in[0]));
    if (scratch)
        field(p, "room", value_numel(scratch));
    clamp_fields(s, p);
}

const ParamType params_xa_window = {.name = "pte_xa_window", .set = set_xa_window};

const ParamType params_xa_map = {.name = "pte_xa_map", .set = map_fields};
