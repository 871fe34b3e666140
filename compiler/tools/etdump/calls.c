/* SPDX-License-Identifier: 0BSD
 * Recorded calls as runs of an ETDump. A step is the instruction whose result it gives; steps
 * inside of XNNPACK's delegates are called by their names there, as NAME.json has them. */
#include "tools/etdump/calls.h"
#include "base/files.h"
#include "emit/text/sources.h"
#include "tools/etdump/slots.h"

#include <string.h>

/* Is the step's result that of the instruction, and not what ptec has made of it? */
static bool gives_result(const FileMethod *m, const Step *s, int instr)
{
    int n;
    const int slot = s->out[0]->slot, *computed = slots_computed(m, instr, &n);
    if (instr >= 0 && m->instr[instr].kind == FI_DELEGATE_CALL)
        return slot >= 0;
    return n && computed[0] == slot;
}

/* Says of what an event is. The Inspector looks for a result of whatever it can place in the
 * program, so that only what is kept gets a place. */
static DumpEvent event_of(const CallRecord *c, const Sources *sources, const StepRecord *r)
{
    const FileMethod *m = c->graph->method;
    const int instr = result_instruction(sources, c->graph, r->step);
    if (instr < 0 || !gives_result(m, r->step, sources->last[r->step->index]))
        return (DumpEvent){.name = r->step->name, .instr = -1};
    return (DumpEvent){.name = r->step->name,
                       .instr = instr,
                       .node = m->instr[instr].kind == FI_DELEGATE_CALL ? r->step->name : NULL};
}

static void add_times(DumpRun *r, const CallRecord *c, Dict *kept)
{
    const Sources sources = find_sources(c->graph);
    DumpEvent all = {.name = "Method::execute", .instr = -1, .timed = true};
    all.start = all.end = c->nsteps ? c->step[0].start : 0;
    for (int i = 0; i < c->nsteps; i++)
        all.end += c->step[i].end - c->step[i].start;
    PUSH(r->event, r->nevents, all);
    for (int i = 0; i < c->nsteps; i++) {
        DumpEvent e = event_of(c, &sources, &c->step[i]);
        e.timed = true;
        e.start = c->step[i].start;
        e.end = c->step[i].end;
        e.instr = dict_has(kept, c->step[i].step->name) ? e.instr : -1;
        e.node = e.instr < 0 ? NULL : e.node;
        PUSH(r->event, r->nevents, e);
    }
}

static void add_values(DumpRun *r, const CallRecord *c, Dict *kept)
{
    const Sources sources = find_sources(c->graph);
    for (int i = 0; i < c->nsteps; i++) {
        StepRecord *s = &c->step[i];
        DumpEvent e = event_of(c, &sources, s);
        if (!s->kept || e.instr < 0)
            continue;
        e.value = value_as_reals(c->graph->method, s->step->out[0]->slot, &s->result);
        dict_add(kept, s->step->name);
        PUSH(r->event, r->nevents, e);
    }
    for (int i = 0; i < c->graph->noutputs; i++) {
        const DumpEvent e = {
            .name = "Method::execute", .instr = -1, .output = true, .value = &c->output[i]};
        if (is_dumped(c->output[i].kind))
            PUSH(r->event, r->nevents, e);
    }
}

void dump_call(EtDump *d, const CallRecord *timed, const CallRecord *kept, int input)
{
    const char *method = timed->graph->method->name;
    DumpRun r = {.input = input};
    r.name = strcmp(method, "forward") == 0 ? "Execute" : fmt_text("Execute %s", method);
    DumpRun values = {0};
    Dict names = {0};
    add_values(&values, kept, &names);
    add_times(&r, timed, &names);
    for (int i = 0; i < values.nevents; i++)
        PUSH(r.event, r.nevents, values.event[i]);
    PUSH(d->run, d->nruns, r);
}

void finish_dump(const char *path, const EtDump *d, const CallRecord *kept)
{
    stage_etdump(path, d);
    files_place();
    say_without_result(path, kept);
}
