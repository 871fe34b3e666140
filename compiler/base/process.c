/* SPDX-License-Identifier: 0BSD
 * The end of this process. */
#define _POSIX_C_SOURCE 200809L
#include "base/process.h"

#include <signal.h>
#include <stdbool.h>
#include <stdlib.h>
#include <unistd.h>

static void (*cleaner[ENDINGS])(void);
static int owner; /* what it has made, no process that it forks removes */

static void clean_up(void)
{
    for (int i = 0; i < ENDINGS && owner == (int)getpid(); i++)
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
    owner = (int)getpid();
    if (registered)
        return;
    registered = true;
    atexit(clean_up);
    call_at_signals(end_by_signal);
}
