/* SPDX-License-Identifier: 0BSD
 * What the two sides of a comparison have computed. */
#include "tools/compare/results.h"
#include "base/words.h"
#include "tools/etdump/recorder.h"
#include "tools/etdump/slots.h"
#include "tools/inputs.h"

#include <stdlib.h>
#include <string.h>

static void add_result(Results *r, Result one)
{
    for (int i = r->count; i-- > 0 && !one.again;)
        if (r->item[i].slot == one.slot)
            one.again = r->item[i].again + 1;
    PUSH(r->item, r->count, one);
}

Results results_of_call(const ExecOptions *o, const Emitted *e, const Graph *g,
                        const CaseValue *input)
{
    Results r = {0};
    const Emitted hooked = with_recorder(e, RECORD_HERE);
    Exec *x = exec_open(o, &hooked, 1);
    const CallRecord c = recorded_call(x, g, input, true);
    for (int i = 0; i < c.nsteps; i++) {
        const StepRecord *s = &c.step[i];
        if (s->kept && s->step->out[0]->slot >= 0)
            add_result(&r, (Result){.name = s->step->name,
                                    .step = s->step,
                                    .slot = s->step->out[0]->slot,
                                    .value = &s->result});
    }
    for (int i = 0; i < g->noutputs; i++)
        add_result(&r, (Result){.name = describe_arg("output", i, &g->output[i]),
                                .slot = ~i,
                                .value = &c.output[i]});
    exec_close(x);
    return r;
}

/* Returns the tensor that is argument number `at` of these. */
static int tensor_argument(const FileMethod *m, const FileInstr *in, int at)
{
    for (int k = 0; k < in->nargs; k++)
        if (is_of_file(m, in->args[k]) && m->value[in->args[k]].kind == FV_TENSOR && at-- == 0)
            return in->args[k];
    return NO_SLOT;
}

static int slot_of_step(const Graph *g, const char *name)
{
    FOR_BLOCKS(b, g)
        FOR_STEPS(s, b)
            if (strcmp(s->name, name) == 0)
                return s->out[0]->slot;
    return NO_SLOT;
}

/* Finds the slot of a value of an instruction that the dump has `of` values of, this one being
 * number `at`. ExecuTorch's runtime notes the results of an operator, and all tensors that it
 * passes to a delegate; ptec the first result, and by the step's name what nodes of a delegate
 * compute. */
static int slot_of(const Graph *g, const DumpEvent *e, int at, int of)
{
    const FileMethod *m = g->method;
    int n;
    const int *computed = slots_computed(m, e->instr, &n);
    const int named = *e->name ? slot_of_step(g, e->name) : NO_SLOT;
    if (named != NO_SLOT)
        return named;
    if (at < n && (of == n || *e->name))
        return computed[at];
    const int passed = tensor_argument(m, &m->instr[e->instr], at);
    for (int i = 0; i < n; i++)
        if (computed[i] == passed)
            return passed;
    return NO_SLOT;
}

/* Counts the values that the dump has of the instruction at `e`, in its present run. */
static int count_values(const DumpEvent *e, const DumpEvent *end)
{
    int n = 0;
    for (const DumpEvent *next = e; next < end && next->instr == e->instr && !next->output; next++)
        n += !next->timed;
    return n;
}

static const DumpRun *run_with_values(const EtDump *d)
{
    for (int i = 0; i < d->nruns; i++)
        for (int k = 0; k < d->run[i].nevents; k++)
            if (d->run[i].event[k].value && d->run[i].event[k].instr >= 0)
                return &d->run[i];
    return NULL;
}

Results results_of_dump(const EtDump *d, const Graph *g)
{
    Results r = {0};
    const DumpRun *run = run_with_values(d);
    const DumpEvent *end = run ? run->event + run->nevents : NULL;
    int at = 0, of = 0, outputs = 0;
    for (const DumpEvent *e = run ? run->event : NULL; e < end; e++) {
        const bool goes_on = at < of;
        if (e->timed)
            continue;
        while (e->output && outputs < g->noutputs && !is_dumped(g->output[outputs].file->kind))
            outputs++;
        if (e->output) {
            if (e->value)
                add_result(&r, (Result){.name = fmt_text("output %d", outputs),
                                        .slot = ~outputs,
                                        .value = e->value});
            outputs++;
            continue;
        }
        if (!e->value || e->instr < 0 || e->instr >= g->method->ninstrs)
            continue;
        at = goes_on ? at : 0;
        of = goes_on ? of : e->node ? 1 : count_values(e, end);
        const int slot = slot_of(g, e, at++, of);
        if (slot != NO_SLOT)
            add_result(&r,
                       (Result){.name = *e->name ? e->name : fmt_text("instruction %d", e->instr),
                                .slot = slot,
                                .value = e->value});
    }
    return r;
}
