/* SPDX-License-Identifier: 0BSD
 * What `show` tells of the compiled program: its memory beside ExecuTorch's. A program that
 * does not compile can still be shown. */
#include "tools/show_plan.h"
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

typedef struct Shown {
    Program *program;
    const Options *options;
    Text *plans;
} Shown;

static void compile_and_add(void *context)
{
    const Shown *s = context;
    add_plans(s->plans, compile_model(s->program, s->options));
}

void show_plan(Program *p, const Options *o, Text *out)
{
    Text plans = {0};
    text_add(out, "\ncompiled by ptec\n");
    const char *message = message_of(compile_and_add, &(Shown){p, o, &plans});
    text_add(out, message ? "ptec: %s\n" : "%s", message ? message : text_string(&plans));
}
