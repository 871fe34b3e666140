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

/* Returns the seconds that a process has computed, or -1 where the system does not tell, as macOS.
 */
static double seconds_of(pid_t process)
{
#ifdef __APPLE__
    (void)process;
#else
    clockid_t clock;
    struct timespec t;
    if (clock_getcpuclockid(process, &clock) == 0 && clock_gettime(clock, &t) == 0)
        return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
#endif
    return -1;
}

double watch_idle(Watch *w)
{
    double now = now_seconds(), computed = seconds_of(w->process);
    double used = computed < 0 ? now : computed;
    if (used - w->used > part_of_idle * (now - w->since)) {
        w->used = used;
        w->since = now;
    }
    return now - w->since;
}
