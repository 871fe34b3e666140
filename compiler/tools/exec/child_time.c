/* SPDX-License-Identifier: 0BSD
 * Seconds of time and of the processor. */
#define _DEFAULT_SOURCE
#define _POSIX_C_SOURCE 200809L
#include "tools/exec/child_time.h"
#include "tools/exec/scratch.h"

#include <signal.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <time.h>
#include <unistd.h>

int exec_cpu_seconds(const ExecOptions *o)
{
    enum { HERE = 60, ON_TARGET = 600 };
    return o->cpu_seconds ? o->cpu_seconds : o->target ? ON_TARGET : HERE;
}

double now_seconds(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

/* A process that computes gets far more than this part of a processor, also on a busy machine. */
static const double part_of_idle = 0.002;

double watch_idle(Watch *w)
{
    clockid_t clock;
    struct timespec t;
    double now = now_seconds();
    bool known = clock_getcpuclockid(w->process, &clock) == 0 && clock_gettime(clock, &t) == 0;
    double used = known ? (double)t.tv_sec + 1e-9 * (double)t.tv_nsec : now;
    if (used - w->used > part_of_idle * (now - w->since)) {
        w->used = used;
        w->since = now;
    }
    return now - w->since;
}

/* Returns the target's flags without those to which the user gives another value: gcc would choose
 * its libraries by both, if -mfloat-abi were there twice. */
static const char *flags_of_target(const Target *t, const char *cflags)
{
    Command own = {0};
    Text left = {0};
    command_words(&own, t->cflags);
    for (int i = 0; i < own.count; i++) {
        size_t name = strcspn(own.word[i], "=");
        if (!strstr(cflags, fmt_text("%.*s=", (int)name, own.word[i])))
            text_add(&left, " %s", own.word[i]);
    }
    return text_string(&left);
}

bool is_clang(const char *cc)
{
    const char *name = cc;
    for (const char *p = cc; *p && *p != ' '; p++)
        name = *p == '/' ? p + 1 : name;
    return strncmp(name, "clang", 5) == 0;
}

/* Returns the flag that tells clang its target, which a gcc has in its name. */
static const char *clang_target(const ExecOptions *o, const char *cflags)
{
    const char *gcc = o->target->compiler;
    if (!o->cc || !is_clang(o->cc) || strstr(o->cc, "-target") || strstr(cflags, "-target"))
        return "";
    return fmt_text(" --target=%.*s", (int)(strlen(gcc) - strlen("-gcc")), gcc);
}

const char *exec_compiler(const ExecOptions *o)
{
    const Target *t = o->target;
    const char *cflags = o->cflags ? o->cflags : "-O2";
    if (t)
        return fmt_text("%s%s%s %s", o->cc ? o->cc : t->compiler, clang_target(o, cflags),
                        flags_of_target(t, cflags), cflags);
    return o->cc ? fmt_text("%s %s", o->cc, cflags) : "libtcc";
}
