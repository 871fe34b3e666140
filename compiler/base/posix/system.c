/* SPDX-License-Identifier: 0BSD
 * Files, as POSIX has them. */
#define _POSIX_C_SOURCE   200809L
#define _XOPEN_SOURCE     700
#define _FILE_OFFSET_BITS 64
#define _DARWIN_C_SOURCE  /* macOS has the time of a change by this only, and by another name */
#include "base/system.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#ifdef __APPLE__
#define st_mtim st_mtimespec
#endif

int system_open(const char *path, int how)
{
    int fd = open(path, how | O_NONBLOCK | O_NOCTTY | O_CLOEXEC);
    int flags = fd < 0 ? -1 : fcntl(fd, F_GETFL);
    if (flags >= 0)
        fcntl(fd, F_SETFL, flags & ~O_NONBLOCK);
    return fd;
}

int system_create(const char *path)
{
    return open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
}

void *system_map(int fd, size_t bytes)
{
    void *data = mmap(NULL, bytes, PROT_READ, MAP_PRIVATE, fd, 0);
    return data == MAP_FAILED ? NULL : data;
}

void system_unmap(void *data, size_t bytes)
{
    munmap(data, bytes);
}

static void (*when_lost)(const void *address);

/* Reading behind the end of a file that was cut raises SIGBUS: in this thread, outside of functions
 * that a handler may not call. */
static void tell_lost(int number, siginfo_t *info, void *context)
{
    (void)context;
    when_lost(info->si_addr);
    signal(number, SIG_DFL);
}

void system_at_lost_page(void (*lost)(const void *address))
{
    struct sigaction now = {.sa_sigaction = tell_lost, .sa_flags = SA_SIGINFO};
    when_lost = lost;
    sigaction(SIGBUS, &now, NULL);
}

int64_t system_changed(int fd)
{
    struct stat st;
    return fstat(fd, &st) == 0 ? (int64_t)st.st_mtim.tv_sec * 1000000000 + st.st_mtim.tv_nsec : -1;
}

bool system_same_file(int fd, const char *path)
{
    struct stat a, b;
    return fstat(fd, &a) == 0 && stat(path, &b) == 0 && a.st_dev == b.st_dev &&
           a.st_ino == b.st_ino;
}

char *system_real_path(const char *path)
{
    struct stat st;
    bool is_link = lstat(path, &st) == 0 && S_ISLNK(st.st_mode);
    return is_link ? realpath(path, NULL) : strdup(path);
}

bool system_rename(const char *from, const char *to)
{
    return rename(from, to) == 0;
}

bool system_link(const char *path, const char *second_name)
{
    return link(path, second_name) == 0;
}

bool system_make_folder(const char *path)
{
    return mkdir(path, 0777) == 0;
}

bool system_has_folder(const char *path)
{
    struct stat st;
    return stat(path, &st) == 0 && S_ISDIR(st.st_mode);
}

bool is_separator(char c)
{
    return c == '/';
}
