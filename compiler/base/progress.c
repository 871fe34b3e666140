/* SPDX-License-Identifier: 0BSD
 * One line on a terminal's standard error, rewritten in place; nothing elsewhere. */
#define _POSIX_C_SOURCE 200809L
#include "base/progress.h"
#include "base/clock.h"

#include <unistd.h>

static bool shown, silent;

void progress_silence(void)
{
    silent = true;
}

bool progress_is_shown(void)
{
    return !silent && isatty(STDERR_FILENO);
}

void progress_end(void)
{
    if (shown) {
        fputs("\r\033[K", stderr);
        fflush(stderr);
        shown = false;
    }
}

static void show(const char *fmt, va_list args)
{
    fputs("\r\033[K", stderr);
    vfprintf(stderr, fmt, args);
    fflush(stderr);
    shown = true;
    before_message = progress_end;
}

void progress(const char *fmt, ...)
{
    if (!progress_is_shown())
        return;
    va_list args;
    va_start(args, fmt);
    show(fmt, args);
    va_end(args);
}

/* Has the run taken a second, and the last line been there for a tenth? */
static bool is_due(void)
{
    static double start, last;
    double now = now_seconds();
    start = start > 0 ? start : now;
    if (now - start < 1 || now - last < 0.1)
        return false;
    last = now;
    return progress_is_shown();
}

void progress_late(const char *fmt, ...)
{
    if (!is_due())
        return;
    va_list args;
    va_start(args, fmt);
    show(fmt, args);
    va_end(args);
}

void progress_bytes(const char *what, uint64_t done, uint64_t of)
{
    const double mb = 1e6;
    progress_late("ptec: %s, %.0f of %.0f MB", what, (double)done / mb, (double)of / mb);
}
