/* SPDX-License-Identifier: 0BSD
 * Files read and written whole, and standard output. */
#define _POSIX_C_SOURCE   200809L
#define _XOPEN_SOURCE     700
#define _FILE_OFFSET_BITS 64
#include "base/files.h"
#include "base/process.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* ==== Reading ======================================================================== */

/* Reads to the end of a file that has about `expected` bytes, so many at once if it has no more. */
static Bytes read_to_end(const char *name, int fd, size_t expected)
{
    size_t room = expected + 1, size = 0;
    uint8_t *data = zalloc(room, 1);
    for (;;) {
        if (size == room) {
            uint8_t *bigger = zalloc(room, 2);
            memcpy(bigger, data, size);
            data = bigger;
            room *= 2;
        }
        ssize_t n = read(fd, data + size, room - size);
        if (n < 0 && errno != EINTR)
            fatal(name, "cannot read: %s", strerror(errno));
        if (n == 0)
            return (Bytes){data, size};
        size += n > 0 ? (size_t)n : 0;
    }
}

/* Opens a file without waiting for somebody at the other end of a pipe; what is opened then waits
 * for bytes as ever. */
static int open_at_once(const char *path, int how)
{
    int fd = open(path, how | O_NONBLOCK | O_NOCTTY | O_CLOEXEC);
    int flags = fd < 0 ? -1 : fcntl(fd, F_GETFL);
    if (flags >= 0)
        fcntl(fd, F_SETFL, flags & ~O_NONBLOCK);
    return fd;
}

Bytes file_read(const char *path)
{
    enum { PART = 1 << 16 };
    bool standard = strcmp(path, "-") == 0;
    const char *name = standard ? "standard input" : path;
    int fd = standard ? STDIN_FILENO : open_at_once(path, O_RDONLY);
    struct stat st;
    if (fd < 0 || fstat(fd, &st) != 0)
        fatal(name, "cannot open: %s", strerror(errno));
    if (S_ISDIR(st.st_mode))
        fatal(name, "is a folder; name the file in it");
    if (S_ISBLK(st.st_mode) || (S_ISCHR(st.st_mode) && !isatty(fd)))
        fatal(name, "is a device; name a file");
    if ((uintmax_t)st.st_size > SIZE_MAX / 2)
        fatal(name, "file of %jd bytes is too large for this 32-bit build", (intmax_t)st.st_size);
    Bytes b = read_to_end(name, fd, S_ISREG(st.st_mode) ? (size_t)st.st_size : PART);
    if (!standard)
        close(fd);
    if (b.size == 0)
        fatal(name,
              S_ISFIFO(st.st_mode) && !standard ? "is a pipe to which nobody writes" : "is empty");
    return b;
}

/* ==== Writing ======================================================================== */

/* Does the file hold exactly these bytes? */
static bool same_bytes(const char *path, const uint8_t *data, size_t size)
{
    uint8_t part[1 << 14];
    struct stat st;
    int fd = open_at_once(path, O_RDONLY);
    if (fd < 0)
        return false;
    bool same = fstat(fd, &st) == 0 && S_ISREG(st.st_mode) && (uintmax_t)st.st_size == size;
    for (size_t at = 0; same && at < size;) {
        ssize_t n = read(fd, part, size - at < sizeof part ? size - at : sizeof part);
        same = n > 0 && memcmp(part, data + at, (size_t)n) == 0;
        at += n > 0 ? (size_t)n : 0;
    }
    close(fd);
    return same;
}

static bool write_all(int fd, const void *data, size_t size)
{
    for (const char *p = data; size;) {
        ssize_t n = write(fd, p, size < 1 << 30 ? size : 1 << 30);
        if (n < 0 && errno != EINTR)
            return false;
        p += n > 0 ? n : 0;
        size -= n > 0 ? (size_t)n : 0;
    }
    return true;
}

static _Noreturn void cannot_write(const char *path, int error)
{
    fatal(path, "cannot write: %s", strerror(error));
}

/* Writes all and closes, of which either may fail. */
static void write_and_close(const char *path, int fd, const void *data, size_t size)
{
    bool written = write_all(fd, data, size);
    int error = errno;
    if (close(fd) != 0 && written)
        cannot_write(path, errno);
    if (!written)
        cannot_write(path, error);
}

/* Writes to what has no bytes to keep. */
static void write_stream(const char *path, const struct stat *st, const void *data, size_t size)
{
    if (S_ISDIR(st->st_mode))
        cannot_write(path, EISDIR);
    if (S_ISBLK(st->st_mode))
        fatal(path, "is a disk; name a file");
    int fd = open_at_once(path, O_WRONLY);
    if (fd < 0 && errno == ENXIO && S_ISFIFO(st->st_mode))
        fatal(path, "is a pipe from which nobody reads");
    if (fd < 0)
        cannot_write(path, errno);
    write_and_close(path, fd, data, size);
}

/* Is a file that is written beside its path, but not yet renamed to it for good; or a folder that
 * was made for one. */
typedef struct Staged {
    const char *path, *beside; /* beside: NULL: a folder */
    const char *old;           /* second name of the file that was there, or NULL */
    bool fresh;                /* there was none */
    volatile sig_atomic_t placed;
    struct Staged *next;
} Staged;

static Staged *volatile staged; /* the last one first; a signal handler walks it */
static volatile sig_atomic_t all_placed;

/* Makes all places as they were, or, if all are placed, only removes what is beside them. It calls
 * only what a signal handler may. */
static void drop_staged(void)
{
    for (const Staged *s = staged; s; s = s->next) {
        if (s->placed && !all_placed && s->old)
            rename(s->old, s->path);
        else if (s->placed && !all_placed && s->fresh)
            unlink(s->path);
        if (s->beside)
            unlink(s->beside);
        else if (!all_placed)
            rmdir(s->path);
        if (s->old)
            unlink(s->old);
    }
}

/* Lists the thing before it is made, so that no signal comes between. */
static Staged *stage(const char *path, const char *beside)
{
    Staged *s = NEW(Staged, 1);
    *s = (Staged){.path = path, .beside = beside, .next = staged};
    at_end(END_FILES, drop_staged);
    all_placed = false;
    atomic_signal_fence(memory_order_seq_cst);
    staged = s;
    return s;
}

/* Returns the path of the file that a link leads to: the link stays. */
static const char *behind_link(const char *path)
{
    struct stat st;
    if (lstat(path, &st) != 0 || !S_ISLNK(st.st_mode))
        return path;
    char *real = realpath(path, NULL);
    if (!real)
        cannot_write(path, errno);
    const char *copy = fmt_text("%s", real);
    free(real);
    return copy;
}

void file_stage(const char *path, const void *data, size_t size)
{
    struct stat st, output;
    bool exists = stat(path, &st) == 0;
    if (exists && !S_ISREG(st.st_mode)) {
        write_stream(path, &st, data, size);
        return;
    }
    if (exists && fstat(STDOUT_FILENO, &output) == 0 && output.st_dev == st.st_dev &&
        output.st_ino == st.st_ino) { /* /dev/stdout */
        print_text(&(Text){.data = (char *)(uintptr_t)data, .size = size});
        return;
    }
    if (exists && same_bytes(path, data, size))
        return;
    const char *place = exists ? behind_link(path) : path;
    const char *beside = fmt_text("%s.%ld.tmp", place, (long)getpid());
    unlink(beside);
    stage(place, beside);
    int fd = open(beside, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
    if (fd < 0)
        cannot_write(path, errno);
    write_and_close(path, fd, data, size);
}

/* Gives the file that is there a second name, under which it comes back if another file cannot be
 * placed. Where a file system has no second names, it does not come back. */
static void keep_old(Staged *s)
{
    const char *old = fmt_text("%s.%ld.old.tmp", s->path, (long)getpid());
    unlink(old);
    s->old = old;
    if (link(s->path, old) != 0) {
        s->fresh = errno == ENOENT;
        s->old = NULL;
    }
}

void files_place(void)
{
    int files = 0;
    for (const Staged *s = staged; s; s = s->next)
        files += s->beside != NULL;
    for (Staged *s = staged; s; s = s->next) {
        if (!s->beside)
            continue;
        if (files > 1)
            keep_old(s);
        s->placed = true;
        if (rename(s->beside, s->path) != 0)
            cannot_write(s->path, errno);
    }
    all_placed = true;
    drop_staged();
    staged = NULL;
}

void file_write(const char *path, const void *data, size_t size)
{
    file_stage(path, data, size);
    files_place();
}

void folder_make(const char *path)
{
    for (const char *p = path; *p; p++) {
        struct stat st;
        if (*p == '/' || (p[1] && p[1] != '/'))
            continue;
        const char *part = fmt_text("%.*s", (int)(p + 1 - path), path);
        if (stat(part, &st) == 0 && S_ISDIR(st.st_mode))
            continue;
        stage(part, NULL);
        if (mkdir(part, 0777) != 0) {
            int error = errno;
            staged = staged->next; /* it may be somebody else's */
            if (stat(part, &st) != 0 || !S_ISDIR(st.st_mode))
                fatal(path, "cannot make the folder %s: %s", part, strerror(error));
        }
    }
}

/* ==== Standard output ================================================================ */

static _Noreturn void cannot_print(void)
{
    fatal("standard output", "cannot write: %s", strerror(errno));
}

void print_text(const Text *t)
{
    if (!write_all(STDOUT_FILENO, t->data, t->size))
        cannot_print();
}

void print(const char *fmt, ...)
{
    Text t = {0};
    va_list args;
    va_start(args, fmt);
    text_add_list(&t, fmt, args);
    va_end(args);
    print_text(&t);
}

void print_end(void)
{
    if (close(STDOUT_FILENO) != 0)
        cannot_print();
}
