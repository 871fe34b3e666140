/* SPDX-License-Identifier: 0BSD
 * Which rows a step computes in each turn, as tables of C. */
#include "emit/turns.h"
#include "emit/text/text.h"
#include "graph/kernel.h"
#include "plan/strips/rows.h"

#include <inttypes.h>
#include <string.h>

bool has_strips(const Graph *g, bool parted)
{
    FOR_BLOCKS(b, g)
        FOR_STEPS(s, b)
            if (s->strip && (!parted || s->strip->parts))
                return true;
    return false;
}

const char *shared_turns(Emit *e, const Step *s)
{
    const Turns *turns = &s->turns;
    Text t = {0};
    text_add(&t, "static const pte_turns \003 = {");
    text_add(&t, ".height = %" PRId64 ", .rows = %" PRId64 ", .turns = %" PRId64, height(s),
             turns->rows, turns->turns);
    text_add(&t, ", .start = %" PRId64, turns->start);
    if (turns->kept)
        text_add(&t, ", .kept = %" PRId64, turns->kept);
    text_add(&t, ", .size = %zu};\n", dtype_bytes((int)s->out[0]->type.dtype));
    return share(&e->params, t.data, fmt_text("%s_turns", s->base))->name;
}

/* Names the variable that has the step's turns in one part of a strip. */
const char *part_of_turns(const Step *s)
{
    return fmt_text("%s_rows", s->name);
}

const char *turns_of(Emit *e, const Step *s)
{
    const char *shared = shared_turns(e, s);
    return fmt_text("&%s", s->strip->parts ? part_of_turns(s) : shared);
}

void collect_turns(Emit *e, const Graph *g)
{
    FOR_BLOCKS(b, g)
        FOR_STEPS(s, b)
            if (s->strip)
                shared_turns(e, s);
}

const char *turn_params(const Step *s)
{
    const RowsText *rows = &s->kernel->params->rows;
    return fmt_text("%s.%s", rows->variable, rows->member);
}
