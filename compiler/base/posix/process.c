/* SPDX-License-Identifier: 0BSD
 * This process, where there are POSIX's signals: how it starts, and which signals end it. */
#define _DEFAULT_SOURCE
#define _POSIX_C_SOURCE 200809L
#include "base/process.h"
#include "base/posix/child.h"

#ifdef __GLIBC__
#include <malloc.h>
#endif

void call_at_signals(void (*end)(int number))
{
    for (int i = 0; i < NENDING; i++) {
        struct sigaction old, now = {.sa_handler = end};
        sigfillset(&now.sa_mask);
        sigaction(ending_signals[i], NULL, &old);
        if (old.sa_handler == SIG_DFL)
            sigaction(ending_signals[i], &now, NULL);
    }
}

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
