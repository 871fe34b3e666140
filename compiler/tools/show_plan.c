/* SPDX-License-Identifier: 0BSD
 * What `show` tells of the compiled program: its memory beside ExecuTorch's. It compiles in a child
 * process, so that a program which does not compile can still be shown. */
#include "tools/show_plan.h"
#include "base/files.h"
#include "base/words.h"
#include "compile.h"
#include "tools/exec/scratch.h"

#include <errno.h>
#include <stdlib.h>
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

typedef struct Life { /* of a planned tensor that is neither input nor output: its mentions */
    int first, last;
} Life;

static void mention(Life *life, int slot, int at)
{
    if (!life[slot].last)
        life[slot].first = at;
    life[slot].last = at + 1;
}

static Life *lifetimes(const FileMethod *m)
{
    Life *life = NEW(Life, m->nvalues);
    for (int i = 0; i < m->ninstrs; i++)
        for (int k = 0; k < m->instr[i].nargs; k++) {
            int slot = m->instr[i].args[k];
            const FileValue *v = &m->value[slot];
            if (v->kind == FV_TENSOR)
                mention(life, slot, i);
            for (int n = 0; v->kind >= FV_TENSOR_LIST && n < v->count; n++)
                if (v->items[n] >= 0)
                    mention(life, (int)v->items[n], i);
        }
    for (int i = 0; i < m->ninputs; i++)
        life[m->input[i]].last = 0;
    for (int i = 0; i < m->noutputs; i++)
        life[m->output[i]].last = 0;
    return life;
}

static int by_place(const void *a, const void *b)
{
    const FileTensor *x = *(FileTensor *const *)a, *y = *(FileTensor *const *)b;
    if (x->memory != y->memory)
        return x->memory - y->memory;
    return (x->offset > y->offset) - (x->offset < y->offset);
}

/* Counts the bytes under any of these tensors, some of which share their place. */
static uint64_t covered(FileTensor **tensor, int n)
{
    uint64_t bytes = 0, end = 0;
    qsort(tensor, (size_t)n, sizeof(FileTensor *), by_place);
    for (int i = 0; i < n; i++) {
        if (i > 0 && tensor[i]->memory != tensor[i - 1]->memory)
            end = 0;
        uint64_t from = tensor[i]->offset > end ? tensor[i]->offset : end;
        uint64_t to = tensor[i]->offset + tensor[i]->bytes;
        bytes += to > from ? to - from : 0;
        end = to > end ? to : end;
    }
    return bytes;
}

/* Returns the most bytes of ExecuTorch's plan that are needed at once, inputs and outputs apart. */
static uint64_t other_tensors(const FileMethod *m)
{
    enum { MOST = 4096 }; /* instructions: beyond that the walk would take too long */
    const Life *life = lifetimes(m);
    FileTensor **live = NEW(FileTensor *, m->nvalues);
    uint64_t most = 0;
    for (int i = 0; i < m->ninstrs && i < MOST; i++) {
        int n = 0;
        for (int k = 0; k < m->nvalues; k++)
            if (life[k].last > i && life[k].first <= i && m->value[k].kind == FV_TENSOR &&
                m->value[k].tensor->planned)
                live[n++] = m->value[k].tensor;
        uint64_t bytes = covered(live, n);
        most = bytes > most ? bytes : most;
    }
    return most;
}

static void add_plans(Text *t, const Model *m)
{
    for (int i = 0; i < m->ngraphs; i++) {
        const Graph *g = m->graph[i];
        text_add(t, "  method %s\n", printable(g->method->name));
        text_add(t, "    arena             %12s bytes\n", grouped((uint64_t)g->arena_bytes));
        text_add(t, "    lower bound       %12s bytes  %s\n", grouped((uint64_t)g->least_bytes),
                 g->least_bytes > g->live_bytes ? "no plan needs less" : "most live at one step");
        text_add(t, "    ExecuTorch's plan %12s bytes  inputs and outputs %s\n",
                 grouped((uint64_t)g->executorch_bytes), grouped(io_bytes(g)));
        text_add(t, "    its other tensors %12s bytes  most at one instruction\n",
                 grouped(other_tensors(g->method)));
    }
    text_add(t, "  state   %s bytes\n", grouped((uint64_t)m->state_bytes));
    text_add(t, "  weights %s bytes\n", grouped((uint64_t)m->weights_bytes));
}

/* Prints the plan to `to` and ends the child, or leaves there the message that fatal() writes. */
static _Noreturn void tell(Program *p, const Options *o, int to)
{
    Text t = {0};
    dup2(to, STDOUT_FILENO);
    dup2(to, STDERR_FILENO);
    add_plans(&t, compile_model(p, o));
    for (size_t done = 0; done < t.size;) {
        ssize_t n = write(STDOUT_FILENO, t.data + done, t.size - done);
        if (n <= 0)
            _exit(2);
        done += (size_t)n;
    }
    _exit(0);
}

void show_plan(Program *p, const Options *o, Text *out)
{
    int ends[2];
    if (pipe(ends) != 0)
        fatal(NULL, "cannot make a pipe: %s", strerror(errno));
    pid_t child = fork();
    if (child < 0)
        fatal(NULL, "cannot start a process: %s", strerror(errno));
    if (child == 0)
        tell(p, o, ends[1]);
    close(ends[1]);
    text_add(out, "\ncompiled by ptec\n");
    char buffer[4096];
    ssize_t n;
    while ((n = read(ends[0], buffer, sizeof buffer)) > 0 || (n < 0 && errno == EINTR))
        text_bytes(out, buffer, n > 0 ? (size_t)n : 0);
    if (n < 0)
        fatal(NULL, "cannot read from a pipe: %s", strerror(errno));
    close(ends[0]);
    int status = 0;
    while (waitpid(child, &status, 0) < 0 && errno == EINTR) {
    }
    if (WIFSIGNALED(status) || WEXITSTATUS(status) > 1) { /* with 1 it has said why */
        print_text(out);
        fatal(p->path, "compiling it ended with %s", describe_exit(status));
    }
}
