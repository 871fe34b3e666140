/* SPDX-License-Identifier: 0BSD
 * `verify --profile`: how many ticks, and events of the processor, each step takes on a target. */
#include "tools/profile/step_ticks.h"
#include "base/files.h"
#include "base/grid.h"
#include "base/words.h"
#include "graph/cost.h"
#include "model.h"

#include <stdlib.h>

typedef struct Sum {
    const Step *step;
    uint64_t ticks, count[MOST_COUNTERS];
} Sum;

typedef struct MethodSum {
    const Graph *graph;
    int calls;
    Dict number; /* of the step's sum, by its name */
    Sum *sum;    /* in the order in which the steps first ended */
    int nsums;
} MethodSum;

struct StepTicks {
    const ExecOptions *options;
    MethodSum *method;
    int nmethods;
    const char *const *counter; /* names */
    int ncounters;
};

StepTicks *step_ticks_new(const ExecOptions *o)
{
    StepTicks *t = NEW(StepTicks, 1);
    t->options = o;
    return t;
}

static MethodSum *method_of(StepTicks *t, const Graph *g)
{
    for (int i = 0; i < t->nmethods; i++)
        if (t->method[i].graph == g)
            return &t->method[i];
    PUSH(t->method, t->nmethods, (MethodSum){.graph = g});
    return &t->method[t->nmethods - 1];
}

static Sum *sum_of(MethodSum *m, const Step *s)
{
    if (!dict_has(&m->number, s->name)) {
        *dict_number(&m->number, s->name) = m->nsums;
        PUSH(m->sum, m->nsums, (Sum){.step = s});
    }
    return &m->sum[*dict_number(&m->number, s->name)];
}

void step_ticks_add(StepTicks *t, const CallRecord *c, const ExecResult *r)
{
    MethodSum *m = method_of(t, c->graph);
    t->counter = r->counter;
    t->ncounters = r->ncounters;
    m->calls++;
    for (int i = 0; i < c->nsteps; i++) {
        Sum *sum = sum_of(m, c->step[i].step);
        sum->ticks += c->step[i].end - c->step[i].start;
        for (int k = 0; k < t->ncounters; k++)
            sum->count[k] += c->step[i].count[k];
    }
}

static int most_first(const void *a, const void *b)
{
    const Sum *x = a, *y = b;
    if (x->ticks != y->ticks)
        return x->ticks < y->ticks ? 1 : -1;
    return x->step->index - y->step->index;
}

static uint64_t instructions_in(const StepTicks *t, uint64_t ticks)
{
    return ticks * t->options->target->instructions / 1000;
}

static uint64_t mean_of(const MethodSum *m, uint64_t sum)
{
    return sum / (uint64_t)m->calls;
}

static void add_row(const StepTicks *t, const MethodSum *m, const Sum *sum, uint64_t all,
                    Grid *grid)
{
    const Step *s = sum->step;
    const int64_t macs = step_macs(s);
    grid_add(grid, grouped(mean_of(m, sum->ticks)));
    grid_add(grid, fmt_text("%.1f %%", all ? 100 * (double)sum->ticks / (double)all : 0));
    if (counts_instructions(t->options))
        grid_add(grid, grouped(instructions_in(t, mean_of(m, sum->ticks))));
    for (int k = 0; k < t->ncounters; k++)
        grid_add(grid, grouped(mean_of(m, sum->count[k])));
    grid_add(grid, macs ? grouped((uint64_t)macs) : "");
    grid_add(grid, s->name);
    grid_add(grid, s->kernel ? s->kernel->symbol : "a loop");
}

static void print_method(const StepTicks *t, const MethodSum *m)
{
    const bool counts = counts_instructions(t->options);
    Text align = {0}, table = {0};
    Grid grid = {0};
    uint64_t all = 0;
    Sum *sorted = NEW(Sum, m->nsums);
    text_add(&align, "rr%s", counts ? "r" : "");
    for (int k = 0; k < t->ncounters; k++)
        text_add(&align, "r");
    text_add(&align, "rll");
    grid.align = text_string(&align);
    grid_add(&grid, "ticks");
    grid_add(&grid, "share");
    if (counts)
        grid_add(&grid, "instructions");
    for (int k = 0; k < t->ncounters; k++)
        grid_add(&grid, printable(t->counter[k]));
    grid_add(&grid, "multiply-adds");
    grid_add(&grid, "step");
    grid_add(&grid, "by");
    for (int i = 0; i < m->nsums; i++) {
        sorted[i] = m->sum[i];
        all += m->sum[i].ticks;
    }
    if (m->nsums)
        qsort(sorted, (size_t)m->nsums, sizeof *sorted, most_first);
    for (int i = 0; i < m->nsums; i++)
        add_row(t, m, &sorted[i], all, &grid);
    grid_print(&table, &grid);
    print("%s, mean of %s\n%s", printable(m->graph->method->name),
          plural((uint64_t)m->calls, "call"), text_string(&table));
}

void step_ticks_print(const StepTicks *t)
{
    for (int i = 0; i < t->nmethods; i++)
        print_method(t, &t->method[i]);
    if (t->nmethods && !t->ncounters)
        print("no events: the target has no counters of them, or its emulator does not model "
              "them\n");
}

void step_ticks_json(const StepTicks *t, Json *j)
{
    json_array(j, "profile");
    for (int i = 0; i < t->nmethods; i++) {
        const MethodSum *m = &t->method[i];
        json_object(j, NULL);
        json_text(j, "method", m->graph->method->name);
        json_count(j, "calls", m->calls);
        json_array(j, "steps");
        for (int k = 0; k < m->nsums; k++) {
            const Sum *sum = &m->sum[k];
            const uint64_t ticks = mean_of(m, sum->ticks);
            json_object(j, NULL);
            json_text(j, "name", sum->step->name);
            json_count(j, "ticks", (int64_t)ticks);
            if (counts_instructions(t->options))
                json_count(j, "instructions", (int64_t)instructions_in(t, ticks));
            json_object(j, "events");
            for (int n = 0; n < t->ncounters; n++)
                json_count(j, t->counter[n], (int64_t)mean_of(m, sum->count[n]));
            json_close(j);
            json_close(j);
        }
        json_close(j);
        json_close(j);
    }
    json_close(j);
}

void step_ticks_write(const StepTicks *t, const char *path)
{
    Text file = {0};
    text_add(&file, "# on %s, with a microsecond for a tick\n", t->options->target->name);
    for (int i = 0; i < t->nmethods; i++)
        for (int k = 0; k < t->method[i].nsums; k++) {
            const Sum *sum = &t->method[i].sum[k];
            text_add(&file, "%s %.6f\n", sum->step->name,
                     (double)mean_of(&t->method[i], sum->ticks) / 1e6);
        }
    file_write(path, file.data, file.size);
}
