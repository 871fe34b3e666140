/* SPDX-License-Identifier: 0BSD
 * NAME.json: the names and offsets of this output, one step a line, for `--names` of the next. Only
 * identifiers, numbers and digests get in, so nothing needs to be escaped. */
#include "emit.h"

#include <inttypes.h>

static void add_weights(Text *t, const Step *s)
{
    Buffer **constant = NEW(Buffer *, s->nin);
    int n = step_constants(s, constant);
    for (int i = 0; i < n; i++)
        text_add(t, "%s\"%s\": \"%s\"", i ? ", " : ", \"weights\": {", constant[i]->name,
                 buffer_digest(constant[i]));
    text_add(t, n ? "}" : "");
}

static void add_arena(Text *t, const Step *s)
{
    Buffer **home = NEW(Buffer *, s->nout);
    int n = step_buffers(s, home);
    for (int i = 0; i < n; i++)
        text_add(t, "%s\"%s\": %" PRId64, i ? ", " : ", \"arena\": {", home[i]->name,
                 home[i]->offset);
    text_add(t, n ? "}" : "");
}

static void add_step(Text *t, const Step *s)
{
    const char *file = layer_name(s);
    text_add(t, "{\"name\": \"%s\", \"what\": \"%s\"", s->name, step_what(s));
    if (file)
        text_add(t, ", \"file\": \"%s\"", file);
    add_weights(t, s);
    add_arena(t, s);
    if (s->scratch)
        text_add(t, ", \"rows\": %" PRId64, s->scratch->buffer->offset);
    text_add(t, "}");
}

static void add_shared_names(Text *t, const SharedList *list, bool first)
{
    for (int i = 0; i < list->count; i++)
        text_add(t, "%s\n  \"%s\": \"%s\"", first && i == 0 ? "" : ",", list->item[i].name,
                 shared_digest(&list->item[i]));
}

void add_manifest(Text *t, const Emit *e)
{
    text_add(t, "{\n\"SPDX-License-Identifier\": \"0BSD\",\n\"ptec\": 1,\n\"methods\": [");
    for (int i = 0; i < e->m->ngraphs; i++) {
        const Graph *g = e->m->graph[i];
        int steps = 0;
        text_add(t, "%s{\"name\": \"%s\", \"steps\": [", i ? ",\n" : "", g->name);
        FOR_BLOCKS(b, g)
            FOR_STEPS(s, b) {
                text_add(t, steps++ ? ",\n  " : "\n  ");
                add_step(t, s);
            }
        text_add(t, "]}");
    }
    text_add(t, "],\n\"shared\": {");
    add_shared_names(t, &e->params, true);
    add_shared_names(t, &e->loops, e->params.count == 0);
    text_add(t, "}\n}\n");
}
