/* SPDX-License-Identifier: 0BSD
 * What a process passes on to those that it starts: signals that are held back, and limits. */
#define _DEFAULT_SOURCE
#define _POSIX_C_SOURCE 200809L
#include "base/posix/child.h"

#include <stdbool.h>
#include <stdint.h>
#include <sys/resource.h>
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

/* ==== Signals ======================================================================== */

const int ending_signals[NENDING] = {SIGABRT, SIGHUP, SIGINT, SIGPIPE, SIGQUIT, SIGTERM};

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

void limits_note(void)
{
    struct rlimit limit;
    has_ceiling = getrlimit(RLIMIT_AS, &limit) == 0;
    space_before = limit.rlim_cur;
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
