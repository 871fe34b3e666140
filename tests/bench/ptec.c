/* SPDX-License-Identifier: 0BSD
 * A model emitted as the bundle `net`, in the form that the benchmark calls. SIDE_CALL is the call
 * of its method with as many arguments as it has; SIDE_RESET says that there is state to reset.
 * With SIDE_STEPS, steps are timed. */
#ifdef SIDE_STEPS
#define _POSIX_C_SOURCE 199309L
#include "net_steps.h"
#include <time.h>

double side_step_seconds[NET_STEPS];

static double step_clock(void)
{
    struct timespec t;
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

/* A step of a strip runs many times in a call. */
static double step_sum[NET_STEPS], step_clock_seconds;

/* What a step of nothing seems to take. */
static void time_clock(void)
{
    step_clock_seconds = 1;
    for (int i = 0; i < 1000; i++) {
        const double start = step_clock(), seconds = step_clock() - start;
        step_clock_seconds = seconds < step_clock_seconds ? seconds : step_clock_seconds;
    }
}

#define PTE_STEP(id, ptr, bytes, call)                                                             \
    do {                                                                                           \
        const double step_start = step_clock();                                                    \
        call;                                                                                      \
        step_sum[id] += step_clock() - step_start - step_clock_seconds;                            \
    } while (0)

static void keep_least(void)
{
    for (int i = 0; i < NET_STEPS; i++) {
        if (side_step_seconds[i] <= 0 || step_sum[i] < side_step_seconds[i])
            side_step_seconds[i] = step_sum[i];
        step_sum[i] = 0;
    }
}
#endif
#include "net.c"

/* Brings the pages of the weights into the process, as loading a program does elsewhere. */
int side_open(const char *unused)
{
    (void)unused;
    unsigned sum = 0;
    for (size_t i = 0; i < NET_WEIGHTS_BYTES; i += 4096)
        sum += ((const volatile unsigned char *)net_weights)[i];
    (void)sum;
#ifdef SIDE_STEPS
    time_clock();
#endif
#ifdef NET_USES_HEAP
    return (int)net_init(NULL);
#else
    return 0;
#endif
}

int side_reset(void)
{
#ifdef SIDE_RESET
    net_reset();
#endif
    return 0;
}

int side_run(void *const *in, void *const *out)
{
    const int status = (int)SIDE_CALL;
#ifdef SIDE_STEPS
    keep_least();
#endif
    return status;
}

void side_outputs(void *const *out)
{
    (void)out;
}
