/* SPDX-License-Identifier: 0BSD
 * This process: how it starts, what it may take, and what it does when it ends, however it ends. */
#define _DEFAULT_SOURCE
#define _POSIX_C_SOURCE 200809L
#include "base/process.h"

#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>
#include <sys/resource.h>
#include <unistd.h>
#ifdef __GLIBC__
#include <malloc.h>
#endif
#ifdef __linux__
#include <sys/sysinfo.h>
#endif

#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
#define IS_SANITIZED 1
#elif defined(__has_feature)
#define IS_SANITIZED (__has_feature(address_sanitizer) || __has_feature(thread_sanitizer))
#else
#define IS_SANITIZED 0
#endif

/* ==== The end ======================================================================== */

static const int ending_signals[] = {SIGABRT, SIGHUP, SIGINT, SIGPIPE, SIGQUIT, SIGTERM};
enum { NENDING = sizeof ending_signals / sizeof *ending_signals };

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

void block_ending_signals(sigset_t *before)
{
    sigset_t ending;
    sigemptyset(&ending);
    for (int i = 0; i < NENDING; i++)
        sigaddset(&ending, ending_signals[i]);
    sigprocmask(SIG_BLOCK, &ending, before);
}

void default_signals(void)
{
    static const int others[] = {SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGXFSZ};
    for (int i = 0; i < NENDING; i++)
        signal(ending_signals[i], SIG_DFL);
    for (size_t i = 0; i < sizeof others / sizeof *others; i++)
        signal(others[i], SIG_DFL);
}

/* ==== Limits ========================================================================= */

static rlim_t space_before; /* the limit of address space that ptec was started with */
static bool has_ceiling;

void limit_lower(int what, size_t value)
{
    struct rlimit limit;
    if (getrlimit(what, &limit) == 0 && value < limit.rlim_cur) {
        limit.rlim_cur = value;
        setrlimit(what, &limit);
    }
}

void limit_address_space(size_t bytes)
{
    if (!IS_SANITIZED)
        limit_lower(RLIMIT_AS, bytes);
}

/* Returns the bytes of memory and of what it is swapped to, or 0 where the system does not say. */
static size_t machine_memory(void)
{
#ifdef __linux__
    struct sysinfo s;
    if (sysinfo(&s) == 0) {
        uint64_t bytes = ((uint64_t)s.totalram + s.totalswap) * s.mem_unit;
        return bytes < SIZE_MAX ? (size_t)bytes : 0;
    }
#endif
    return 0;
}

static void set_ceiling(void)
{
    if (machine_memory())
        limit_address_space(machine_memory());
}

void limits_lift(void)
{
    struct rlimit limit;
    if (has_ceiling && getrlimit(RLIMIT_AS, &limit) == 0) {
        limit.rlim_cur = space_before;
        setrlimit(RLIMIT_AS, &limit);
    }
}

void limits_restore(void)
{
    if (has_ceiling)
        set_ceiling();
}

/* ==== The start ====================================================================== */

static void stay(int number)
{
    (void)number;
}

void process_start(void)
{
    struct rlimit limit;
    struct sigaction old, now = {.sa_handler = stay}; /* commands do not inherit it */
    sigaction(SIGXFSZ, NULL, &old);
    if (old.sa_handler == SIG_DFL)
        sigaction(SIGXFSZ, &now, NULL);
#ifdef __GLIBC__
    mallopt(M_MMAP_THRESHOLD, 1 << 16); /* weights that are freed go back to the system at once */
#endif
    has_ceiling = getrlimit(RLIMIT_AS, &limit) == 0;
    space_before = limit.rlim_cur;
    limits_restore();
}
