/* SPDX-License-Identifier: 0BSD
 * The loop around the steps of a strip: which rows each of them computes next. */
#include "emit.h"

#include <inttypes.h>

bool has_strips(const Graph *g)
{
    FOR_BLOCKS(b, g)
        FOR_STEPS(s, b)
            if (s->strip)
                return true;
    return false;
}

const char *stage_name(const Step *s)
{
    return fmt_text("%s_rows", s->name);
}

/* Makes room in the result of `s` and says what of it `reader` waits for. */
static void add_feed(Text *t, const Graph *g, const Step *s, const Step *reader)
{
    const Value *v = s->out[0];
    int64_t row = value_memory_bytes(v) / v->held_rows;
    Text line = {0};
    text_add(&line, "        pte_stage_feed(&%s, ", stage_name(s));
    add_value(&line, g, v);
    text_add(&line, ", %" PRId64 ", &%s);", row, stage_name(reader));
    add_wrapped(t, line.data);
    text_add(t, "\n");
}

void start_strip(Text *t, Emit *e, const Graph *g, const Strip *strip)
{
    const Step *last = strip->last;
    text_add(t, "    /* In strips of %" PRId64 " rows of %s: */\n", strip->rows, last->name);
    for (const Step *s = strip->first; s != last->next; s = s->next)
        text_add(t, "    pte_stage %s = {.whole = &%s};\n", stage_name(s), param_name(e, s, 0));
    text_add(t, "    while (pte_stage_next(&%s, %" PRId64 ")) {\n", stage_name(last), strip->rows);
    for (const Step *s = last; s != strip->first; s = s->prev)
        add_feed(t, g, s->prev, s);
}
