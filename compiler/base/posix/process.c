/* SPDX-License-Identifier: 0BSD
 * This process, where there are POSIX's signals: how it starts and how it ends. */
#define _DEFAULT_SOURCE
#define _POSIX_C_SOURCE 200809L
#include "base/process.h"
#include "base/posix/child.h"

#include <stdbool.h>
#include <stdlib.h>
#include <unistd.h>
#ifdef __GLIBC__
#include <malloc.h>
#endif

/* ==== The end ======================================================================== */

static void (*cleaner[ENDINGS])(void);
static pid_t owner; /* what it has made, no process that it forks removes */

static void clean_up(void)
{
    for (int i = 0; i < ENDINGS && owner == getpid(); i++)
        if (cleaner[i])
            cleaner[i]();
}

static void end_by_signal(int number)
{
    clean_up();
    signal(number, SIG_DFL);
    raise(number); /* so that the exit status tells */
}

void at_end(EndingOrder order, void (*clean)(void))
{
    static bool registered;
    cleaner[order] = clean;
    owner = getpid();
    if (registered)
        return;
    registered = true;
    atexit(clean_up);
    for (int i = 0; i < NENDING; i++) {
        struct sigaction old, now = {.sa_handler = end_by_signal};
        sigfillset(&now.sa_mask);
        sigaction(ending_signals[i], NULL, &old);
        if (old.sa_handler == SIG_DFL)
            sigaction(ending_signals[i], &now, NULL);
    }
}

/* ==== The start ====================================================================== */

static void stay(int number)
{
    (void)number;
}

void process_start(void)
{
    struct sigaction old, now = {.sa_handler = stay}; /* commands do not inherit it */
    sigaction(SIGXFSZ, NULL, &old);
    if (old.sa_handler == SIG_DFL)
        sigaction(SIGXFSZ, &now, NULL);
#ifdef __GLIBC__
    mallopt(M_MMAP_THRESHOLD, 1 << 16); /* weights that are freed go back to the system at once */
#endif
    limits_note();
    limits_restore();
}
