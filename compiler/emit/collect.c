/* SPDX-License-Identifier: 0BSD
 * Parameters and turns that several steps share. */
#include "emit/collect.h"
#include "emit/params.h"
#include "emit/turns.h"

void collect_params(Emit *e, const Graph *g)
{
    collect_turns(e, g);
    FOR_BLOCKS(b, g)
        FOR_STEPS(s, b)
            for (int i = 0; s->kernel && i < pieces_of(s); i++)
                param_name(e, s, i);
}
