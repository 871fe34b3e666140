/* SPDX-License-Identifier: 0BSD
 * Seconds of time and of the processor. */
#define _DEFAULT_SOURCE
#define _POSIX_C_SOURCE 200809L
#include "tools/exec/child_time.h"
#include "base/clock.h"

#include <time.h>

int exec_cpu_seconds(const ExecOptions *o)
{
    enum { HERE = 60, ON_TARGET = 600 };
    return o->cpu_seconds ? o->cpu_seconds : o->target ? ON_TARGET : HERE;
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
