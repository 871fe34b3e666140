/* SPDX-License-Identifier: 0BSD
 * What `show` tells of the compiled program: its memory beside ExecuTorch's. It compiles in a child
 * process, so that a program which does not compile can still be shown. */
#include "ptec.h"

#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

static uint64_t io_bytes(const Graph *g)
{
    uint64_t bytes = 0;
    for (int i = 0; i < g->ninputs; i++)
        bytes += g->input[i].file->tensor ? g->input[i].file->tensor->bytes : 0;
    for (int i = 0; i < g->noutputs; i++)
        bytes += g->output[i].file->tensor ? g->output[i].file->tensor->bytes : 0;
    return bytes;
}

static void add_plans(Text *t, const Model *m)
{
    for (int i = 0; i < m->ngraphs; i++) {
        const Graph *g = m->graph[i];
        text_add(t, "  method %s\n", printable(g->method->name));
        text_add(t, "    arena             %12s bytes\n", grouped((uint64_t)g->arena_bytes));
        text_add(t, "    lower bound       %12s bytes  most live at one step\n",
                 grouped((uint64_t)g->live_bytes));
        text_add(t, "    ExecuTorch's plan %12s bytes  inputs and outputs %s\n",
                 grouped((uint64_t)g->executorch_bytes), grouped(io_bytes(g)));
    }
    text_add(t, "  state   %s bytes\n", grouped((uint64_t)m->state_bytes));
    text_add(t, "  weights %s bytes\n", grouped((uint64_t)m->weights_bytes));
}

/* Ends the child: prints the plan, or leaves the message that fatal() writes. */
static _Noreturn void tell(Program *p, const Options *o, int to)
{
    Text t = {0};
    dup2(to, STDOUT_FILENO);
    dup2(to, STDERR_FILENO);
    add_plans(&t, compile_model(p, o));
    for (size_t done = 0; done < t.size;) {
        ssize_t n = write(STDOUT_FILENO, t.data + done, t.size - done);
        if (n <= 0)
            _exit(1);
        done += (size_t)n;
    }
    _exit(0);
}

void show_plan(Program *p, const Options *o, Text *out)
{
    int ends[2];
    if (pipe(ends) != 0)
        return;
    pid_t child = fork();
    if (child == 0)
        tell(p, o, ends[1]);
    close(ends[1]);
    text_add(out, "\ncompiled by ptec\n");
    char buffer[4096];
    for (ssize_t n; child > 0 && (n = read(ends[0], buffer, sizeof buffer)) > 0;)
        text_bytes(out, buffer, (size_t)n);
    close(ends[0]);
    if (child > 0)
        waitpid(child, NULL, 0);
}
