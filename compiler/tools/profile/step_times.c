/* SPDX-License-Identifier: 0BSD
 * `run --profile`: how long each step takes on this machine. */
#include "tools/profile/step_times.h"
#include "base/clock.h"
#include "base/files.h"
#include "base/grid.h"
#include "base/words.h"
#include "model.h"

#include <stdlib.h>

/* Is shared with the emitted code, which knows it as `ptec_times`; the process that runs the code
 * is forked from this one, so that the function is at the same address there. */
typedef struct Times {
    double (*now)(void);
    double since;
    double seconds[]; /* by the step's number in NAME_steps.h */
} Times;

static const char hook[] =
    "unsigned char *ptec_trace;\n"
    "typedef struct ptec_times {\n"
    "    double (*now)(void);\n"
    "    double since, seconds[];\n"
    "} ptec_times;\n"
    "static void ptec_start(void)\n"
    "{\n"
    "    ptec_times *t = (ptec_times *)ptec_trace;\n"
    "    t->since = t->now();\n"
    "}\n"
    "static void ptec_stop(int id)\n"
    "{\n"
    "    ptec_times *t = (ptec_times *)ptec_trace;\n"
    "    t->seconds[id] += t->now() - t->since;\n"
    "}\n"
    "#define PTE_STEP(id, ptr, bytes, call) do { ptec_start(); call; ptec_stop(id); } while (0)\n";

typedef struct Timed {
    const Step *step;
    double seconds; /* a call */
} Timed;

static int count_steps(const Model *m)
{
    int n = 0;
    for (int i = 0; i < m->ngraphs; i++)
        FOR_BLOCKS(b, m->graph[i])
            FOR_STEPS(s, b)
                n++;
    return n;
}

Emitted with_times(const Emitted *e)
{
    Emitted hooked = *e;
    Text *t = NEW(Text, 1);
    text_add(t, "%s", hook);
    text_bytes(t, e->source->data, e->source->size);
    hooked.source = t;
    hooked.trace_bytes = sizeof(Times) + (size_t)count_steps(e->model) * sizeof(double);
    return hooked;
}

void clear_times(Exec *x, const Model *m)
{
    Times *t = (Times *)(void *)exec_trace(x);
    t->now = now_seconds;
    for (int i = 0, n = count_steps(m); i < n; i++)
        t->seconds[i] = 0;
}

static int slowest_first(const void *a, const void *b)
{
    const Timed *x = a, *y = b;
    if (x->seconds != y->seconds)
        return x->seconds < y->seconds ? 1 : -1;
    return x->step->index - y->step->index;
}

/* Lists the steps of the method that ran. */
static Timed *list_steps(Exec *x, const Graph *of, int calls, int *count)
{
    const Times *t = (const Times *)(const void *)exec_trace(x);
    Timed *list = NULL;
    int id = 0;
    *count = 0;
    for (int i = 0; i < of->model->ngraphs; i++)
        FOR_BLOCKS(b, of->model->graph[i])
            FOR_STEPS(s, b) {
                double seconds = t->seconds[id++] / calls;
                if (of->model->graph[i] == of && seconds > 0)
                    PUSH(list, *count, ((Timed){s, seconds}));
            }
    return list;
}

/* Says which libraries did not take the step, and why: "vector: scratch". */
static const char *refusals(const Step *s)
{
    Text t = {0};
    for (int i = 0; i < s->nrefusals; i++)
        if (s->refusal[i].why)
            text_add(&t, "%s%s: %s", t.size ? "; " : "", s->refusal[i].backend->name,
                     s->refusal[i].why);
    return text_string(&t);
}

static void add_row(Grid *grid, const Timed *one, double all)
{
    const Step *s = one->step;
    int64_t macs = step_macs(s);
    grid_add(grid, fmt_text("%.1f", one->seconds * 1e6));
    grid_add(grid, fmt_text("%.1f %%", 100 * one->seconds / all));
    grid_add(grid, s->name);
    grid_add(grid, s->kernel ? s->kernel->symbol : "a loop");
    grid_add(grid, macs ? grouped((uint64_t)macs) : "");
    grid_add(grid, macs ? fmt_text("%.2f", (double)macs / one->seconds / 1e9) : "");
    grid_add(grid, refusals(s));
}

Text report_times(Exec *x, const Graph *g, int calls, double seconds)
{
    static const char *const head[] = {"us",  "share", "step", "by", "multiply-adds",
                                       "G/s", "not by"};
    int n;
    Timed *list = list_steps(x, g, calls, &n);
    Text table = {0}, profile = {0};
    Grid grid = {.align = "rrllrrl"};
    double sum = 0;
    for (size_t i = 0; i < sizeof head / sizeof *head; i++)
        grid_add(&grid, head[i]);
    for (int i = 0; i < n; i++) {
        sum += list[i].seconds;
        text_add(&profile, "%s %.9f\n", list[i].step->name, list[i].seconds);
    }
    if (n)
        qsort(list, (size_t)n, sizeof *list, slowest_first);
    for (int i = 0; i < n; i++)
        add_row(&grid, &list[i], seconds);
    grid_print(&table, &grid);
    text_add(&table, "steps: %.1f us of %.1f us a call, %.1f %%\n", sum * 1e6, seconds * 1e6,
             100 * sum / seconds);
    print("%s", text_string(&table));
    return profile;
}
