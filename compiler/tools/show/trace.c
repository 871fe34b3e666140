/* SPDX-License-Identifier: 0BSD
 * `show --memory-trace`: the plan as events for chrome://tracing and Perfetto. A process is a
 * method; its first thread has the steps, each other one the buffers of one offset. */
#include "tools/show/trace.h"
#include "base/words.h"
#include "model.h"
#include "plan/lives.h"

#include <cjson/cJSON.h>
#include <stdlib.h>

enum { STEPS_LANE = 0 };

static cJSON *add_event(cJSON *events, const char *phase, const char *name, int method, int lane)
{
    cJSON *e = cJSON_CreateObject();
    cJSON_AddStringToObject(e, "ph", phase);
    cJSON_AddStringToObject(e, "name", name);
    cJSON_AddNumberToObject(e, "pid", method);
    cJSON_AddNumberToObject(e, "tid", lane);
    cJSON_AddItemToArray(events, e);
    return e;
}

static cJSON *add_span(cJSON *events, const char *name, int method, int lane, int start, int end)
{
    cJSON *e = add_event(events, "X", name, method, lane);
    cJSON_AddNumberToObject(e, "ts", start);
    cJSON_AddNumberToObject(e, "dur", end - start);
    return e;
}

static void name_lane(cJSON *events, int method, int lane, const char *kind, const char *name)
{
    cJSON *e = add_event(events, "M", kind, method, lane);
    cJSON_AddStringToObject(cJSON_AddObjectToObject(e, "args"), "name", name);
}

static void add_steps(cJSON *events, const Graph *g, int method)
{
    name_lane(events, method, STEPS_LANE, "thread_name", "steps");
    FOR_BLOCKS(b, g)
        FOR_STEPS(s, b)
            add_span(events, s->name, method, STEPS_LANE, s->index, s->index + 1);
}

static int by_offset(const void *a, const void *b)
{
    const Buffer *x = *(Buffer *const *)a, *y = *(Buffer *const *)b;
    if (x->memory != y->memory)
        return x->memory - y->memory;
    if (x->offset != y->offset)
        return x->offset < y->offset ? -1 : 1;
    return x->first != y->first ? x->first - y->first : x->id - y->id;
}

/* Adds a bar for each buffer's life. A result over its operand shares a step with it, so that it
 * gets a lane of its own: viewers want that. */
static void add_buffers(cJSON *events, const Graph *g, int method)
{
    const Options *o = g->model->options;
    Buffer **buffer = NEW(Buffer *, g->nbuffers);
    for (int i = 0; i < g->nbuffers; i++)
        buffer[i] = g->buffer[i];
    qsort(buffer, (size_t)g->nbuffers, sizeof *buffer, by_offset);
    for (int i = 0, lane = STEPS_LANE; i < g->nbuffers; i++) {
        const Buffer *b = buffer[i], *before = i ? buffer[i - 1] : NULL;
        const char *at = fmt_text("at %s", grouped((uint64_t)b->offset));
        if (o->nmemories)
            at = fmt_text("%s %s", o->memory[b->memory].name, at);
        if (!before || before->memory != b->memory || before->offset != b->offset ||
            before->last >= b->first)
            name_lane(events, method, ++lane, "thread_name", at);
        cJSON *span = add_span(events, b->name, method, lane, b->first, b->last + 1);
        cJSON *args = cJSON_AddObjectToObject(span, "args");
        cJSON_AddNumberToObject(args, "bytes", (double)b->bound);
        cJSON_AddNumberToObject(args, "offset", (double)b->offset);
    }
}

static void add_counter(cJSON *events, const Graph *g, int method)
{
    int64_t *live = NEW(int64_t, g->nsteps + 2);
    live_bytes(g, live);
    for (int i = 0; i < g->nsteps + 2; i++) {
        cJSON *e = add_event(events, "C", "bytes live", method, STEPS_LANE);
        cJSON_AddNumberToObject(e, "ts", i);
        cJSON *args = cJSON_AddObjectToObject(e, "args");
        cJSON_AddNumberToObject(args, "bytes", i <= g->nsteps ? (double)live[i] : 0);
    }
}

void trace_memory(Text *t, const Model *m)
{
    json_lives_on();
    cJSON *root = cJSON_CreateObject(), *events = cJSON_AddArrayToObject(root, "traceEvents");
    for (int i = 0; i < m->ngraphs; i++) {
        const Graph *g = m->graph[i];
        name_lane(events, i, STEPS_LANE, "process_name", g->name);
        add_steps(events, g, i);
        add_buffers(events, g, i);
        add_counter(events, g, i);
    }
    text_add(t, "%s\n", cJSON_PrintUnformatted(root));
}
