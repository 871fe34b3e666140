/* SPDX-License-Identifier: 0BSD
 * What the process that runs emitted C cannot do: a filter of system calls, where Linux has it. A
 * program is a file of a stranger, and emitted C computes, for which it needs neither. */
#define _GNU_SOURCE
#include "tools/exec/confine.h"

/* Names the order of bytes and the registers by which the filter knows calls and arguments. */
#ifdef __linux__
#include <linux/audit.h>
#if defined(__x86_64__)
#define OWN_CALLS AUDIT_ARCH_X86_64
#elif defined(__i386__)
#define OWN_CALLS AUDIT_ARCH_I386
#elif defined(__aarch64__) && defined(__AARCH64EL__)
#define OWN_CALLS AUDIT_ARCH_AARCH64
#elif defined(__riscv) && __riscv_xlen == 64
#define OWN_CALLS AUDIT_ARCH_RISCV64
#endif
#endif

#ifndef OWN_CALLS

void confine(void)
{
}

#else

#include <errno.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <sched.h>
#include <stddef.h>
#include <sys/prctl.h>
#include <sys/syscall.h>

/* Lists calls that make processes, programs and sockets, or could make these unseen. */
static const unsigned forbidden[] = {
    SYS_execve,         SYS_execveat, SYS_socket, SYS_socketpair,
#ifdef SYS_fork
    SYS_fork,           SYS_vfork,
#endif
#ifdef SYS_socketcall
    SYS_socketcall,
#endif
#ifdef SYS_io_uring_setup
    SYS_io_uring_setup,
#endif
};
enum { NFORBIDDEN = sizeof forbidden / sizeof *forbidden, MOST_ROWS = 2 * NFORBIDDEN + 16 };

typedef struct Filter {
    struct sock_filter row[MOST_ROWS];
    unsigned short count;
} Filter;

static void add(Filter *f, unsigned short code, unsigned k, unsigned char yes, unsigned char no)
{
    f->row[f->count++] = (struct sock_filter){code, yes, no, k};
}

static void load(Filter *f, size_t offset)
{
    add(f, BPF_LD | BPF_W | BPF_ABS, (unsigned)offset, 0, 0);
}

static void answer(Filter *f, unsigned what)
{
    add(f, BPF_RET | BPF_K, what, 0, 0);
}

/* Answers so if what was loaded compares so with `k`; else goes on behind. */
static void answer_if(Filter *f, unsigned short compare, unsigned k, unsigned what)
{
    add(f, (unsigned short)(BPF_JMP | BPF_K | compare), k, 0, 1);
    answer(f, what);
}

void confine(void)
{
    const unsigned refuse = SECCOMP_RET_ERRNO | EPERM, absent = SECCOMP_RET_ERRNO | ENOSYS;
    Filter f = {.count = 0};
    load(&f, offsetof(struct seccomp_data, arch));
    add(&f, BPF_JMP | BPF_K | BPF_JEQ, OWN_CALLS, 1, 0);
    answer(&f, refuse);
    load(&f, offsetof(struct seccomp_data, nr));
#ifdef __x86_64__
    answer_if(&f, BPF_JGE, 0x40000000, refuse); /* the same calls by other numbers: x32 */
#endif
    for (int i = 0; i < NFORBIDDEN; i++)
        answer_if(&f, BPF_JEQ, forbidden[i], refuse);
        /* Threads are no processes. The flags of clone3() are out of a filter's sight, and where it
         * is absent, libraries call clone(). */
#ifdef SYS_clone3
    answer_if(&f, BPF_JEQ, SYS_clone3, absent);
#endif
    add(&f, BPF_JMP | BPF_K | BPF_JEQ, SYS_clone, 1, 0);
    answer(&f, SECCOMP_RET_ALLOW);
    load(&f, offsetof(struct seccomp_data, args));
    answer_if(&f, BPF_JSET, CLONE_THREAD, SECCOMP_RET_ALLOW);
    answer(&f, refuse);
    const struct sock_fprog program = {f.count, f.row};
    if (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) == 0)
        prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &program);
}

#endif
