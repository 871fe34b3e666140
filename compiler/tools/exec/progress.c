/* SPDX-License-Identifier: 0BSD
 * One line on a terminal's standard error, rewritten in place; nothing elsewhere. */
#define _POSIX_C_SOURCE 200809L
#include "tools/exec/progress.h"

#include <stdarg.h>
#include <unistd.h>

static bool shown;

void progress(const char *fmt, ...)
{
    if (!isatty(STDERR_FILENO))
        return;
    va_list args;
    va_start(args, fmt);
    fputs("\r\033[K", stderr);
    vfprintf(stderr, fmt, args);
    fflush(stderr);
    va_end(args);
    shown = true;
}

void progress_end(void)
{
    if (shown) {
        fputs("\r\033[K", stderr);
        fflush(stderr);
        shown = false;
    }
}
