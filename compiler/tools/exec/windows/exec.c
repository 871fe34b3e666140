/* SPDX-License-Identifier: 0BSD
 * Stands where the emitted C would run: nothing here starts processes under Windows. */
#include "tools/exec/exec.h"
#include "tools/exec/scratch.h"

static _Noreturn void cannot(const char *what, const char *instead)
{
    fatal(NULL, "this ptec, which was built for Windows, cannot %s; %s, or take ptec in WSL", what,
          instead);
}

static _Noreturn void cannot_run(void)
{
    cannot("run the emitted C",
           "`ptec cases` writes the recorded cases as C, to build and run them");
}

Exec *exec_open(const ExecOptions *o, const Emitted *e, int instances)
{
    (void)o;
    (void)e;
    (void)instances;
    cannot_run();
}

/* Nothing is open to call these with. */

void exec_reset(Exec *x, int instance)
{
    (void)x;
    (void)instance;
    cannot_run();
}

void exec_announce(Exec *x, const Graph *g, int instance, const CaseValue *input)
{
    (void)x;
    (void)g;
    (void)instance;
    (void)input;
    cannot_run();
}

void exec_start(Exec *x)
{
    (void)x;
    cannot_run();
}

ExecResult exec_call(Exec *x, const Graph *g, int instance, const CaseValue *input, int repeat)
{
    (void)x;
    (void)g;
    (void)instance;
    (void)input;
    (void)repeat;
    cannot_run();
}

ExecResult exec_calls(Exec *x, const Graph *g, const CaseValue *input, int repeat)
{
    (void)x;
    (void)g;
    (void)input;
    (void)repeat;
    cannot_run();
}

uint8_t *exec_trace(Exec *x)
{
    (void)x;
    cannot_run();
}

void exec_close(Exec *x)
{
    (void)x;
    cannot_run();
}

static _Noreturn void cannot_compile(void)
{
    cannot("start a compiler", "build the output of `ptec compile` with it");
}

const char *scratch_path(const char *name)
{
    (void)name;
    cannot_compile();
}

void scratch_write(const char *name, const void *data, size_t size)
{
    (void)name;
    (void)data;
    (void)size;
    cannot_compile();
}

bool compiler_makes(Command *c, const char *package, Text *messages)
{
    (void)c;
    (void)package;
    (void)messages;
    cannot_compile();
}
