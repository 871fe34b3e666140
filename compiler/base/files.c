/* SPDX-License-Identifier: 0BSD
 * Files read and written whole, and standard output. */
#define _POSIX_C_SOURCE   200809L
#define _FILE_OFFSET_BITS 64
#include "base/files.h"
#include "base/process.h"
#include "base/system.h"

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
    const size_t most = 1 << 30; /* what one call takes on each system */
    size_t room = expected + 1, size = 0;
    uint8_t *data = zalloc(room, 1);
    for (;;) {
        if (size == room) {
            uint8_t *bigger = zalloc(room, 2);
            memcpy(bigger, data, size);
            data = bigger;
            room *= 2;
        }
        ssize_t n = read(fd, data + size, room - size < most ? room - size : most);
        if (n < 0 && errno != EINTR)
            fatal(name, "cannot read: %s", strerror(errno));
        if (n == 0)
            return (Bytes){data, size};
        size += n > 0 ? (size_t)n : 0;
    }
}

typedef struct Mapped {
    const char *path;
    int fd;
    int64_t changed; /* when it was mapped */
    void *data;
    size_t size;
    struct Mapped *next;
} Mapped;

static Mapped *volatile mapped; /* a signal handler walks it */

static _Noreturn void fail_cut(const Mapped *m)
{
    fatal(m->path, "was cut while it was read");
}

/* Requires that all are as they were when they were mapped. */
static void need_unchanged(void)
{
    for (const Mapped *m = mapped; m; m = m->next) {
        struct stat now;
        if (fstat(m->fd, &now) != 0)
            fatal(m->path, "cannot read: %s", strerror(errno));
        if ((uintmax_t)now.st_size < m->size)
            fail_cut(m);
        if ((uintmax_t)now.st_size > m->size || system_changed(m->fd) != m->changed)
            fatal(m->path, "has changed since it was read; try again");
    }
}

static void end_if_cut(const void *address)
{
    for (const Mapped *m = mapped; m; m = m->next)
        if ((size_t)((uintptr_t)address - (uintptr_t)m->data) < m->size)
            fail_cut(m);
}

static void unmap_all(void)
{
    for (Mapped *m = mapped; m; m = m->next) {
        system_unmap(m->data, m->size);
        close(m->fd);
    }
    mapped = NULL;
}

/* Returns no bytes if this kind of file has no pages. */
static Bytes map_file(const char *path, int fd, size_t size)
{
    void *data = system_map(fd, size);
    if (!data)
        return (Bytes){0};
    if (!mapped) {
        system_at_lost_page(end_if_cut);
        at_free_all(unmap_all);
    }
    Mapped *m = NEW(Mapped, 1);
    *m = (Mapped){fmt_text("%s", path), fd, system_changed(fd), data, size, mapped};
    mapped = m;
    return (Bytes){data, size};
}

/* Opens a file to be read; `name` is what messages call it. */
static int open_to_read(const char *path, const char *name, struct stat *st)
{
    int fd = path ? system_open(path, O_RDONLY) : STDIN_FILENO;
    if (fd < 0 || fstat(fd, st) != 0)
        fatal(name, "cannot open: %s", strerror(errno));
    if (S_ISDIR(st->st_mode))
        fatal(name, "is a folder; name the file in it");
    if (S_ISBLK(st->st_mode) || (S_ISCHR(st->st_mode) && !isatty(fd)))
        fatal(name, "is a device; name a file");
    return fd;
}

void file_need(const char *path)
{
    struct stat st;
    close(open_to_read(path, path, &st));
}

Bytes file_read(const char *path)
{
    enum { PART = 1 << 16, LARGE = 1 << 20 };
    bool standard = strcmp(path, "-") == 0;
    const char *name = standard ? "standard input" : path;
    struct stat st;
    int fd = open_to_read(standard ? NULL : path, name, &st);
    if ((uintmax_t)st.st_size > SIZE_MAX / 2)
        fatal(name, "file of %jd bytes is too large for this 32-bit build", (intmax_t)st.st_size);
    if (S_ISREG(st.st_mode) && !standard && st.st_size >= LARGE) {
        Bytes b = map_file(path, fd, (size_t)st.st_size);
        if (b.size)
            return b;
    }
    Bytes b = read_to_end(name, fd, S_ISREG(st.st_mode) ? (size_t)st.st_size : PART);
    if (!standard)
        close(fd);
    if (b.size == 0)
        fatal(name,
              S_ISFIFO(st.st_mode) && !standard ? "is a pipe to which nobody writes" : "is empty");
    return b;
}

/* ==== Writing ======================================================================== */

typedef struct Comparer {
    Sink sink;
    int fd;
    bool same;
} Comparer;

static void compare(Sink *to, const void *data, size_t size)
{
    Comparer *c = (Comparer *)to;
    uint8_t part[1 << 14];
    for (size_t at = 0; c->same && at < size;) {
        ssize_t n = read(c->fd, part, size - at < sizeof part ? size - at : sizeof part);
        c->same = n > 0 && memcmp(part, (const uint8_t *)data + at, (size_t)n) == 0;
        at += n > 0 ? (size_t)n : 0;
    }
}

/* Does the file hold exactly these bytes? */
static bool same_bytes(const char *path, Content content)
{
    struct stat st;
    char more;
    Comparer c = {{compare}, system_open(path, O_RDONLY), false};
    if (c.fd < 0)
        return false;
    c.same = fstat(c.fd, &st) == 0 && S_ISREG(st.st_mode);
    content_give(content, &c.sink);
    c.same = c.same && read(c.fd, &more, 1) == 0;
    close(c.fd);
    return c.same;
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

typedef struct Writer {
    Sink sink;
    int fd, error; /* error: 0, or errno of the first that failed */
} Writer;

static void write_part(Sink *to, const void *data, size_t size)
{
    Writer *w = (Writer *)to;
    if (w->error == 0 && !write_all(w->fd, data, size))
        w->error = errno;
}

/* Writes all and closes, of which either may fail. */
static void write_and_close(const char *path, int fd, Content c)
{
    Writer w = {{write_part}, fd, 0};
    content_give(c, &w.sink);
    if (close(fd) != 0 && w.error == 0)
        w.error = errno;
    if (w.error == EFAULT) /* what it writes is no longer there */
        need_unchanged();
    if (w.error)
        cannot_write(path, w.error);
}

/* Writes to what has no bytes to keep. */
static void write_stream(const char *path, const struct stat *st, Content c)
{
    if (S_ISDIR(st->st_mode))
        cannot_write(path, EISDIR);
    if (S_ISBLK(st->st_mode))
        fatal(path, "is a disk; name a file");
    int fd = system_open(path, O_WRONLY);
    if (fd < 0 && errno == ENXIO && S_ISFIFO(st->st_mode))
        fatal(path, "is a pipe from which nobody reads");
    if (fd < 0)
        cannot_write(path, errno);
    write_and_close(path, fd, c);
}

static _Noreturn void cannot_print(int error)
{
    fatal("standard output", "cannot write: %s", strerror(error));
}

static void print_content(Content c)
{
    Writer w = {{write_part}, STDOUT_FILENO, 0};
    content_give(c, &w.sink);
    if (w.error)
        cannot_print(w.error);
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
            system_rename(s->old, s->path);
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
    char *real = system_real_path(path);
    if (!real)
        cannot_write(path, errno);
    const char *copy = fmt_text("%s", real);
    free(real);
    return copy;
}

/* Makes an empty file beside the path, as the last one staged, and returns its descriptor. */
static int create_beside(const char *path, bool exists)
{
    const char *place = exists ? behind_link(path) : path;
    const char *beside = fmt_text("%s.%ld.tmp", place, (long)getpid());
    unlink(beside);
    stage(place, beside);
    int fd = system_create(beside);
    if (fd < 0)
        cannot_write(path, errno);
    return fd;
}

void file_need_place(const char *path)
{
    struct stat st;
    bool exists = stat(path, &st) == 0;
    if (exists && S_ISDIR(st.st_mode))
        cannot_write(path, EISDIR);
    if (exists && (!S_ISREG(st.st_mode) || system_same_file(STDOUT_FILENO, path)))
        return;
    close(create_beside(path, exists));
    unlink(staged->beside);
    staged = staged->next;
}

void file_stage(const char *path, Content c)
{
    struct stat st;
    bool exists = stat(path, &st) == 0;
    if (exists && !S_ISREG(st.st_mode)) {
        write_stream(path, &st, c);
        return;
    }
    if (exists && system_same_file(STDOUT_FILENO, path)) { /* /dev/stdout */
        print_content(c);
        return;
    }
    if (exists && same_bytes(path, c))
        return;
    write_and_close(path, create_beside(path, exists), c);
}

/* Gives the file that is there a second name, under which it comes back if another file cannot be
 * placed. Where a file system has no second names, it does not come back. */
static void keep_old(Staged *s)
{
    const char *old = fmt_text("%s.%ld.old.tmp", s->path, (long)getpid());
    unlink(old);
    s->old = old;
    if (!system_link(s->path, old)) {
        s->fresh = errno == ENOENT;
        s->old = NULL;
    }
}

void files_place(void)
{
    int files = 0;
    need_unchanged();
    for (const Staged *s = staged; s; s = s->next)
        files += s->beside != NULL;
    for (Staged *s = staged; s; s = s->next) {
        if (!s->beside)
            continue;
        if (files > 1)
            keep_old(s);
        s->placed = true;
        if (!system_rename(s->beside, s->path))
            cannot_write(s->path, errno);
    }
    all_placed = true;
    drop_staged();
    staged = NULL;
}

void file_write(const char *path, const void *data, size_t size)
{
    file_stage(path, content_bytes(data, size));
    files_place();
}

bool file_exists(const char *path)
{
    struct stat st;
    return stat(path, &st) == 0;
}

const char *file_name(const char *path)
{
    const char *name = path;
    for (const char *p = path; *p; p++)
        if (is_separator(*p))
            name = p + 1;
    return name;
}

void folder_make(const char *path)
{
    for (const char *p = path; *p; p++) {
        if (is_separator(*p) || (p[1] && !is_separator(p[1])))
            continue;
        const char *part = fmt_text("%.*s", (int)(p + 1 - path), path);
        if (system_has_folder(part))
            continue;
        stage(part, NULL);
        if (!system_make_folder(part)) {
            int error = errno;
            staged = staged->next; /* it may be somebody else's */
            if (!system_has_folder(part))
                fatal(path, "cannot make the folder %s: %s", part, strerror(error));
        }
    }
}

/* ==== Standard output ================================================================ */

void print_text(const Text *t)
{
    print_content(content_text(t));
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
        cannot_print(errno);
}
