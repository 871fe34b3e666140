/* SPDX-License-Identifier: 0BSD
 * Loaded before other libraries (LD_PRELOAD), this lets the FAIL_AT-th call fail, and writes its
 * name to the file FAIL_MARK. FAIL_CALLS says which calls count: "memory", those that give it in
 * the process; "child", in those that it forks; "system", those of all of them by which a program
 * depends on the system. Commands that are started run without it. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <spawn.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/types.h>
#include <unistd.h>

void *__libc_malloc(size_t size);
void *__libc_calloc(size_t count, size_t size);
void *__libc_realloc(void *data, size_t size);

static atomic_long *count; /* shared with children; NULL: nothing fails */
static long fail_at;
static bool system_calls, in_child, counts;
static const char *mark;

__attribute__((constructor)) static void start(void)
{
    const char *at = getenv("FAIL_AT"), *calls = getenv("FAIL_CALLS");
    unsetenv("LD_PRELOAD");
    mark = getenv("FAIL_MARK");
    if (!at || !calls || !mark)
        return;
    fail_at = atol(at);
    system_calls = strcmp(calls, "system") == 0;
    in_child = strcmp(calls, "child") == 0;
    counts = !in_child;
    long shared = syscall(SYS_mmap, NULL, sizeof *count, PROT_READ | PROT_WRITE,
                          MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    count = shared == -1 ? NULL : (atomic_long *)shared;
}

/* Counts a call. True: it is the one to fail. */
static bool fails(const char *name, bool by_system, int error)
{
    if (!count || !counts || by_system != system_calls || atomic_fetch_add(count, 1) + 1 != fail_at)
        return false;
    long fd = syscall(SYS_openat, AT_FDCWD, mark, O_WRONLY | O_CREAT | O_TRUNC, 0666);
    syscall(SYS_write, fd, name, strlen(name));
    syscall(SYS_close, fd);
    errno = error;
    return true;
}

void *malloc(size_t size)
{
    return fails("malloc", false, ENOMEM) ? NULL : __libc_malloc(size);
}

void *calloc(size_t n, size_t size)
{
    return fails("calloc", false, ENOMEM) ? NULL : __libc_calloc(n, size);
}

void *realloc(void *data, size_t size)
{
    return fails("realloc", false, ENOMEM) ? NULL : __libc_realloc(data, size);
}

/* Defines a function that fails, or does what the one behind it does. */
#define WRAP(result, failed, error, name, parameters, ...)                                         \
    result name parameters                                                                         \
    {                                                                                              \
        result(*real) parameters = NULL;                                                           \
        *(void **)(&real) = dlsym(RTLD_NEXT, #name);                                               \
        if (fails(#name, true, error))                                                             \
            return failed;                                                                         \
        return real(__VA_ARGS__);                                                                  \
    }

WRAP(ssize_t, -1, ENOSPC, write, (int fd, const void *data, size_t size), fd, data, size)
WRAP(ssize_t, -1, EIO, read, (int fd, void *data, size_t size), fd, data, size)
WRAP(ssize_t, -1, EPIPE, send, (int fd, const void *data, size_t size, int flags), fd, data, size,
     flags)
WRAP(int, -1, EROFS, rename, (const char *from, const char *to), from, to)
WRAP(int, -1, EPERM, link, (const char *from, const char *to), from, to)
WRAP(int, -1, EROFS, mkdir, (const char *path, mode_t mode), path, mode)
WRAP(char *, NULL, ENOSPC, mkdtemp, (char *path), path)
WRAP(int, -1, EIO, fstat, (int fd, struct stat *st), fd, st)
WRAP(int, -1, EIO, fstat64, (int fd, struct stat64 *st), fd, st)
WRAP(int, -1, EMFILE, pipe, (int ends[2]), ends)
WRAP(int, -1, EMFILE, socketpair, (int domain, int type, int protocol, int ends[2]), domain, type,
     protocol, ends)
WRAP(int, EAGAIN, EAGAIN, posix_spawnp,
     (pid_t * pid, const char *file, const posix_spawn_file_actions_t *actions,
      const posix_spawnattr_t *attributes, char *const *words, char *const *environment),
     pid, file, actions, attributes, words, environment)
WRAP(void *, MAP_FAILED, ENOMEM, mmap,
     (void *at, size_t size, int protection, int flags, int fd, off_t offset), at, size, protection,
     flags, fd, offset)

pid_t fork(void)
{
    pid_t (*real)(void) = NULL;
    *(void **)(&real) = dlsym(RTLD_NEXT, "fork");
    pid_t child = fails("fork", true, EAGAIN) ? -1 : real();
    if (child == 0)
        counts = system_calls || in_child;
    return child;
}

int close(int fd)
{
    bool failed = fails(fd == STDOUT_FILENO ? "close of standard output" : "close", true, EIO);
    long result = syscall(SYS_close, fd);
    if (!failed)
        return (int)result;
    errno = EIO;
    return -1;
}

static int open_unless(bool failed, const char *path, int how, mode_t mode)
{
    return failed ? -1 : (int)syscall(SYS_openat, AT_FDCWD, path, how, mode);
}

/* Takes the mode that open() has if it makes a file. */
#define OPEN(name)                                                                                 \
    int name(const char *path, int how, ...)                                                       \
    {                                                                                              \
        mode_t mode = 0;                                                                           \
        if (how & O_CREAT) {                                                                       \
            va_list rest;                                                                          \
            va_start(rest, how);                                                                   \
            mode = va_arg(rest, mode_t);                                                           \
            va_end(rest);                                                                          \
        }                                                                                          \
        return open_unless(fails("open", true, EMFILE), path, how, mode);                          \
    }

OPEN(open)
OPEN(open64)
