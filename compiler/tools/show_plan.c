/* SPDX-License-Identifier: 0BSD
 * What `show` tells of the compiled program: its memory beside ExecuTorch's. It compiles in a child
 * process, so that a program which does not compile can still be shown. */
#include "tools/show_plan.h"
#include "base/files.h"
#include "base/words.h"
#include "compile.h"
#include "tools/exec/scratch.h"
#include "tools/program_plan.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

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

/* Prints the plan to `to` and ends the child, or leaves there the message that fatal() writes. */
static _Noreturn void tell_plan(Program *p, const Options *o, PlanTeller *tell, int to)
{
    Text t = {0};
    dup2(to, STDOUT_FILENO);
    dup2(to, STDERR_FILENO);
    tell(&t, compile_model(p, o));
    for (size_t done = 0; done < t.size;) {
        ssize_t n = write(STDOUT_FILENO, t.data + done, t.size - done);
        if (n <= 0)
            _exit(2);
        done += (size_t)n;
    }
    _exit(0);
}

/* Reads what the child writes, until it closes the pipe. */
static void read_all(int from, Text *out)
{
    char buffer[4096];
    ssize_t n;
    while ((n = read(from, buffer, sizeof buffer)) > 0 || (n < 0 && errno == EINTR))
        text_bytes(out, buffer, n > 0 ? (size_t)n : 0);
    if (n < 0)
        fatal(NULL, "cannot read from a pipe: %s", strerror(errno));
}

bool plan_in_child(Program *p, const Options *o, PlanTeller *tell, Text *out)
{
    int ends[2], status = 0;
    if (pipe(ends) != 0)
        fatal(NULL, "cannot make a pipe: %s", strerror(errno));
    pid_t child = fork();
    if (child < 0)
        fatal(NULL, "cannot start a process: %s", strerror(errno));
    if (child == 0)
        tell_plan(p, o, tell, ends[1]);
    close(ends[1]);
    read_all(ends[0], out);
    close(ends[0]);
    while (waitpid(child, &status, 0) < 0 && errno == EINTR) {
    }
    if (WIFSIGNALED(status) || WEXITSTATUS(status) > 1) { /* with 1 it has said why */
        print_text(out);
        fatal(p->path, "compiling it ended with %s", describe_exit(status));
    }
    return WEXITSTATUS(status) == 0;
}

void show_plan(Program *p, const Options *o, Text *out)
{
    text_add(out, "\ncompiled by ptec\n");
    plan_in_child(p, o, add_plans, out);
}
