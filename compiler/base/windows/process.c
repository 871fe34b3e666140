/* SPDX-License-Identifier: 0BSD
 * This process under Windows: how it starts and how it ends. */
#include "base/process.h"

#include <fcntl.h>
#include <io.h>
#include <signal.h>
#include <stdbool.h>
#include <stdlib.h>
#include <windows.h>

/* Keeps the C library from replacing patterns, such as those of --place, by names of files. */
int _dowildcard = 0;

static void (*cleaner[ENDINGS])(void);

static void clean_up(void)
{
    for (int i = 0; i < ENDINGS; i++)
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
    static const int ending_signals[] = {SIGABRT, SIGINT, SIGTERM, SIGBREAK};
    static bool registered;
    cleaner[order] = clean;
    if (registered)
        return;
    registered = true;
    atexit(clean_up);
    for (size_t i = 0; i < sizeof ending_signals / sizeof *ending_signals; i++)
        signal(ending_signals[i], end_by_signal);
}

void process_start(void)
{
    HANDLE console = GetStdHandle(STD_ERROR_HANDLE);
    DWORD mode;
    _setmode(0, _O_BINARY);
    _setmode(1, _O_BINARY);
    if (GetConsoleMode(console, &mode)) /* the codes that remove a line of progress */
        SetConsoleMode(console, mode | ENABLE_VIRTUAL_TERMINAL_PROCESSING);
}
