/* SPDX-License-Identifier: 0BSD
 * What `show` tells of the compiled program: its memory beside ExecuTorch's. A program that
 * does not compile can still be shown. */
#include "tools/show/show_plan.h"
#include "base/words.h"
#include "compile.h"
#include "tools/program_plan.h"

static void add_plans(Text *t, const Model *m)
{
    for (int i = 0; i < m->ngraphs; i++) {
        const Graph *g = m->graph[i];
        text_add(t, "  method %s\n", printable(g->method->name));
        text_add(t, "    arena             %12s bytes\n", grouped((uint64_t)g->arena_bytes));
        text_add(t, "    lower bound       %12s bytes  %s\n", grouped((uint64_t)g->least_bytes),
                 g->least_bytes > g->live_bytes ? "no plan needs less" : "most live at one step");
        text_add(t, "    ExecuTorch's plan %12s bytes  inputs and outputs %s\n",
                 grouped((uint64_t)g->executorch_bytes), grouped(border_bytes(g->method, false)));
        text_add(t, "    its other tensors %12s bytes  most at one instruction\n",
                 grouped(other_tensors(g->method)));
    }
    text_add(t, "  state   %s bytes\n", grouped((uint64_t)m->state_bytes));
    text_add(t, "  weights %s bytes\n", grouped((uint64_t)m->weights_bytes));
}

typedef struct Plan {
    Program *program;
    const Options *options;
    PlanTeller *tell;
    Text *told;
} Plan;

static void compile_and_tell(void *context)
{
    const Plan *p = context;
    p->tell(p->told, compile_model(p->program, p->options));
}

bool tell_plan(Program *p, const Options *o, PlanTeller *tell, Text *out)
{
    Text told = {0};
    const char *message = message_of(compile_and_tell, &(Plan){p, o, tell, &told});
    text_add(out, message ? "ptec: %s\n" : "%s", message ? message : text_string(&told));
    return !message;
}

void show_plan(Program *p, const Options *o, Text *out)
{
    text_add(out, "\ncompiled by ptec\n");
    tell_plan(p, o, add_plans, out);
}
