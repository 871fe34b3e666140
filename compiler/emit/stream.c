/* SPDX-License-Identifier: 0BSD
 * Weights that a method reads block by block: where it does so, and the table of the blocks. */
#include "emit/stream.h"
#include "emit/text/template.h"
#include "model.h"

#include <inttypes.h>

void add_first_fetch(Text *t, const Step *s)
{
    if (s->fetch && !s->fetch->before)
        text_add(t, "    FETCH(%s);\n", s->name);
}

void add_fetch_ahead(Text *t, const Step *s)
{
    const Fetch *next = s->fetch ? s->fetch->next : NULL;
    text_add(t, "%s", s->fetch ? "    WAIT();\n" : "");
    if (next)
        text_add(t, "    FETCH(%s);\n", next->first->name);
}

static void add_table(Text *t, const Emit *e)
{
    text_add(t, "\n\nconst pte_block %s_blocks[%s_STEPS] = {", e->name, e->upper);
    for (int i = 0; i < e->m->ngraphs; i++)
        for (int k = 0; k < e->m->graph[i]->nfetches; k++) {
            const Fetch *f = e->m->graph[i]->fetch[k];
            text_add(t, "\n    [%s_STEP_%s] = {%" PRId64 ", %" PRId64 "},", e->upper,
                     f->first->name, f->offset, f->bytes);
        }
    text_add(t, "\n};");
}

void add_stream_macros(Text *t, const Emit *e)
{
    const Hole holes[] = {{"name", e->name}, {"NAME", e->upper}};
    bool any = false;
    for (int i = 0; i < e->m->ngraphs; i++)
        any |= e->m->graph[i]->nfetches > 0;
    if (!any)
        return;
    fill_template(t, "streamed.c.in", holes, 2);
    add_table(t, e);
}

void add_weights_declarations(Text *t, const Emit *e)
{
    if (!streams(e->m)) {
        text_add(t, "extern const unsigned char %s_weights[];", weights_name(e->m));
        return;
    }
    text_add(
        t,
        "/* Which bytes of %s_weights.bin each step of %s_steps.h reads, or of steps that take\n"
        " * turns the first; and, yours, what reads them for the first form of the methods. */\n"
        "extern const pte_block %s_blocks[];\n"
        "extern const pte_stream %s_stream;",
        e->name, e->name, e->name, e->name);
}
