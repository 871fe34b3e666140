/* SPDX-License-Identifier: 0BSD
 * `--trace`: recorded calls as events for chrome://tracing and Perfetto. */
#include "tools/etdump/chrome.h"
#include "base/files.h"
#include "graph/cost.h"

ChromeTrace *trace_new(void)
{
    ChromeTrace *t = NEW(ChromeTrace, 1);
    t->json.text = &t->text;
    json_lines(&t->json, NULL, '{');
    json_lines(&t->json, "traceEvents", '[');
    return t;
}

static void begin_event(Json *j, const char *phase, const char *name, int row)
{
    json_object(j, NULL);
    json_text(j, "ph", phase);
    json_text(j, "name", name);
    json_count(j, "pid", 0);
    json_count(j, "tid", row);
}

/* Adds a time in microseconds: a call begins at 0, so that calls can be compared. */
static void add_time(Json *j, const char *name, uint64_t n, bool on_target)
{
    if (on_target)
        json_count(j, name, (int64_t)n);
    else
        json_real(j, name, (double)n / 1e3);
}

static void add_step(Json *j, const StepRecord *r, uint64_t base, int row, bool on_target)
{
    begin_event(j, "X", r->step->name, row);
    add_time(j, "ts", r->start - base, on_target);
    add_time(j, "dur", r->end - r->start, on_target);
    json_object(j, "args");
    if (r->step->kernel)
        json_text(j, "kernel", r->step->kernel->symbol);
    json_count(j, "macs", step_macs(r->step));
    json_close(j);
    json_close(j);
}

void trace_call(ChromeTrace *t, const CallRecord *c, const char *name, bool on_target)
{
    Json *j = &t->json;
    const int row = t->ncalls++;
    begin_event(j, "M", "thread_name", row);
    json_object(j, "args");
    json_text(j, "name", name);
    json_close(j);
    json_close(j);
    for (int i = 0; i < c->nsteps; i++)
        add_step(j, &c->step[i], c->step[0].start, row, on_target);
}

void trace_write(ChromeTrace *t, const char *path)
{
    json_close(&t->json);
    json_close(&t->json);
    file_write(path, t->text.data, t->text.size);
}
