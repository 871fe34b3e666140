/* SPDX-License-Identifier: 0BSD
 * This process under Windows: how it starts, and which signals end it. */
#include "base/process.h"

#include <fcntl.h>
#include <io.h>
#include <signal.h>
#include <windows.h>

/* Keeps the C library from replacing patterns, such as those of --place, by names of files. */
int _dowildcard = 0;

void call_at_signals(void (*end)(int number))
{
    static const int ending_signals[] = {SIGABRT, SIGINT, SIGTERM, SIGBREAK};
    for (size_t i = 0; i < sizeof ending_signals / sizeof *ending_signals; i++)
        signal(ending_signals[i], end);
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
