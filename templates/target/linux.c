/* SPDX-License-Identifier: 0BSD
 * Start-up of a self-test image that Linux runs as a process: output, clock, signals. The calls run
 * on a stack of their own, and what overflows it writes where nothing can be written. */
#define _GNU_SOURCE
#include "pte_memory.h"

#include <signal.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <time.h>
#include <ucontext.h>
#include <unistd.h>

__asm__(".section .bss.selftest_stack, \"aw\", %nobits\n"
        ".globl pte_selftest_guard, pte_selftest_stack, pte_selftest_stack_end\n"
        ".balign 0x10000\n"
        "pte_selftest_guard: .skip 0x10000\n"
        "pte_selftest_stack: .skip 0x40000\n"
        "pte_selftest_stack_end: .skip 64\n"
        ".previous\n");
extern unsigned char pte_selftest_guard[];

static const unsigned char *bytes_at(const void *p)
{
    return p;
}

/* ---- output, clock ---- */

/* By lines, since each write is a system call. */
void pte_selftest_putc(char c)
{
    static char line[128];
    static size_t used;
    line[used++] = c;
    if (c != '\n' && used < sizeof line)
        return;
    for (size_t sent = 0; sent < used;) {
        ssize_t n = write(STDOUT_FILENO, line + sent, used - sent);
        if (n <= 0)
            _exit(2);
        sent += (size_t)n;
    }
    used = 0;
}

_Noreturn void pte_selftest_exit(int failed)
{
    _exit(failed != 0);
}

uint64_t pte_selftest_ticks(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (uint64_t)t.tv_sec * 1000000000 + (uint64_t)t.tv_nsec;
}

/* ---- signals ---- */

static const struct {
    int number;
    const char *name;
} faults[] = {{SIGSEGV, "SIGSEGV"},
              {SIGBUS, "SIGBUS"},
              {SIGFPE, "SIGFPE"},
              {SIGILL, "SIGILL"},
              {SIGTRAP, "SIGTRAP"}};
enum { FAULTS = sizeof faults / sizeof *faults };

static void on_signal(int number)
{
    for (int i = 0; i < FAULTS; i++)
        if (faults[i].number == number)
            pte_selftest_fault(faults[i].name, NULL, NULL);
}

static void catch_signals(void)
{
    static unsigned char stack[0x10000];
    const struct sigaction action = {.sa_handler = on_signal, .sa_flags = SA_ONSTACK | SA_NODEFER};
    sigaltstack(&(stack_t){.ss_sp = stack, .ss_size = sizeof stack}, NULL);
    for (int i = 0; i < FAULTS; i++)
        sigaction(faults[i].number, &action, NULL);
}

_Noreturn void pte_selftest_restart(void (*next)(void))
{
    static ucontext_t context;
    getcontext(&context);
    context.uc_stack.ss_sp = pte_selftest_stack;
    context.uc_stack.ss_size =
        (size_t)(bytes_at(pte_selftest_stack_end) - bytes_at(pte_selftest_stack));
    context.uc_link = NULL;
    makecontext(&context, next, 0);
    setcontext(&context);
    abort();
}

int main(void)
{
    mprotect(pte_selftest_guard, (size_t)(bytes_at(pte_selftest_stack) - pte_selftest_guard),
             PROT_NONE);
    catch_signals();
    pte_selftest_restart(pte_selftest_main);
}
