/* SPDX-License-Identifier: 0BSD
 * Memory, messages, growing text, checksums, and files read and written whole. */
#define _POSIX_C_SOURCE   200809L
#define _XOPEN_SOURCE     700
#define _FILE_OFFSET_BITS 64
#include "base/util.h"
#include "base/chars.h"

#include <errno.h>
#include <fcntl.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

/* Writes a place, in which the path of a file stands as the user, or the file system, gave it. It
 * takes no memory, of which there may be none left. */
static void say_where(const char *where)
{
    const unsigned char *p = (const unsigned char *)where;
    while (*p) {
        uint32_t code = 0;
        int n = utf8_char(p, &code);
        code = n ? code : *p;
        if (n == 0 || is_deceptive(code))
            fprintf(stderr, code < 0x100 ? "\\x%02X" : "\\u{%X}", (unsigned)code);
        else
            fwrite(p, 1, (size_t)n, stderr);
        p += n ? n : 1;
    }
    fputs(": ", stderr);
}

static void say(const char *where, const char *fmt, va_list args)
{
    fflush(stdout);
    fputs("ptec: ", stderr);
    if (where)
        say_where(where);
    vfprintf(stderr, fmt, args);
    fputc('\n', stderr);
}

_Noreturn void fatal(const char *where, const char *fmt, ...)
{
    va_list args;
    va_start(args, fmt);
    say(where, fmt, args);
    va_end(args);
    exit(1);
}

_Noreturn void usage_error(const char *fmt, ...)
{
    va_list args;
    va_start(args, fmt);
    say(NULL, fmt, args);
    va_end(args);
    exit(2);
}

_Noreturn void bug(const char *fmt, ...)
{
    va_list args;
    va_start(args, fmt);
    say("internal error", fmt, args);
    va_end(args);
    abort();
}

/* Each allocation is a block of its own in a chain, so that address sanitizers see every overrun
 * and leak checkers see no leak. */
typedef union Allocation {
    union Allocation *next;
    max_align_t align;
} Allocation;

static Allocation *allocations;

void *zalloc(size_t count, size_t size)
{
    if (size && count > (SIZE_MAX - sizeof(Allocation)) / size)
        fatal(NULL, "out of memory");
    Allocation *a = calloc(1, sizeof *a + count * size);
    if (!a)
        fatal(NULL, "out of memory (%zu bytes wanted)", count * size);
    a->next = allocations;
    allocations = a;
    return a + 1;
}

enum { MOST_HOOKS = 4 };
static void (*hooks[MOST_HOOKS])(void);
static int nhooks;

void at_free_all(void (*forget)(void))
{
    if (nhooks == MOST_HOOKS)
        bug("more than %d tables outlive a run", MOST_HOOKS);
    hooks[nhooks++] = forget;
}

void free_all(void)
{
    while (nhooks > 0)
        hooks[--nhooks]();
    while (allocations) {
        Allocation *next = allocations->next;
        free(allocations);
        allocations = next;
    }
}

void *vec_room(void *data, size_t count, size_t size)
{
    if (count & (count - 1))
        return data;
    void *bigger = zalloc(count ? 2 * count : 1, size);
    if (count)
        memcpy(bigger, data, count * size);
    return bigger;
}

static void text_reserve(Text *t, size_t more)
{
    if (t->room - t->size > more)
        return;
    size_t room = 2 * t->room + more + 64;
    if (room < more)
        fatal(NULL, "out of memory");
    char *data = zalloc(room, 1);
    if (t->size)
        memcpy(data, t->data, t->size);
    t->data = data;
    t->room = room;
}

/* Appends bytes; a NUL always follows the text, so that `data` can be used as a string. */
void text_bytes(Text *t, const void *data, size_t size)
{
    text_reserve(t, size);
    if (size)
        memcpy(t->data + t->size, data, size);
    t->size += size;
    t->data[t->size] = 0;
}

const char *text_string(const Text *t)
{
    return t->data ? t->data : "";
}

/* Works as vsnprintf(), whose failure is a bug. */
static size_t format(char *s, size_t room, const char *fmt, va_list args)
{
    int n = vsnprintf(s, room, fmt, args);
    if (n < 0)
        bug("cannot format \"%s\"", fmt);
    return (size_t)n;
}

void text_add(Text *t, const char *fmt, ...)
{
    va_list args;
    text_reserve(t, 0);
    va_start(args, fmt);
    size_t n = format(t->data + t->size, t->room - t->size, fmt, args);
    va_end(args);
    if (n >= t->room - t->size) {
        text_reserve(t, n);
        va_start(args, fmt);
        format(t->data + t->size, n + 1, fmt, args);
        va_end(args);
    }
    t->size += n;
}

char *fmt_text(const char *fmt, ...)
{
    char most[200]; /* formatted once */
    va_list args;
    va_start(args, fmt);
    size_t n = format(most, sizeof most, fmt, args);
    va_end(args);
    char *s = zalloc(n + 1, 1);
    if (n < sizeof most) {
        memcpy(s, most, n);
        return s;
    }
    va_start(args, fmt);
    format(s, n + 1, fmt, args);
    va_end(args);
    return s;
}

static struct DictEntry *dict_entry(const Dict *d, const char *key)
{
    size_t at = crc32_of(0, key, strlen(key)) & (d->room - 1);
    while (d->entry[at].key && strcmp(d->entry[at].key, key) != 0)
        at = (at + 1) & (d->room - 1);
    return &d->entry[at];
}

int *dict_number(Dict *d, const char *key)
{
    if (2 * d->count >= d->room) {
        Dict bigger = {.room = d->room ? 4 * d->room : 16, .count = d->count};
        bigger.entry = NEW(struct DictEntry, bigger.room);
        for (size_t i = 0; i < d->room; i++)
            if (d->entry[i].key)
                *dict_entry(&bigger, d->entry[i].key) = d->entry[i];
        *d = bigger;
    }
    struct DictEntry *e = dict_entry(d, key);
    if (!e->key) {
        *e = (struct DictEntry){.key = key, .number = -1};
        d->count++;
    }
    return &e->number;
}

uint32_t crc32_of(uint32_t crc, const void *data, size_t size)
{
    static uint32_t table[256];
    if (!table[1]) {
        for (uint32_t i = 0; i < 256; i++) {
            uint32_t c = i;
            for (int bit = 0; bit < 8; bit++)
                c = c >> 1 ^ (c & 1 ? 0xEDB88320u : 0);
            table[i] = c;
        }
    }
    const uint8_t *p = data;
    crc = ~crc;
    for (size_t i = 0; i < size; i++)
        crc = crc >> 8 ^ table[(crc ^ p[i]) & 0xFF];
    return ~crc;
}

/* Reads a pipe or device to its end. */
static Bytes read_stream(const char *name, int fd)
{
    Text t = {0};
    for (;;) {
        text_reserve(&t, 1 << 16);
        ssize_t n = read(fd, t.data + t.size, t.room - t.size);
        if (n < 0 && errno != EINTR)
            fatal(name, "cannot read: %s", strerror(errno));
        if (n == 0)
            return (Bytes){(const uint8_t *)t.data, t.size};
        t.size += n > 0 ? (size_t)n : 0;
    }
}

/* Lists the mapped files, which free_all() unmaps: else a process that forks would map them anew
 * each time. */
typedef struct Mapping {
    void *data;
    size_t size;
    struct Mapping *next;
} Mapping;

static Mapping *mappings;

static void unmap_files(void)
{
    for (; mappings; mappings = mappings->next)
        munmap(mappings->data, mappings->size);
}

static Bytes map_file(const char *path, int fd, off_t size)
{
    if ((uintmax_t)size > SIZE_MAX / 2)
        fatal(path, "file of %jd bytes is too large for this 32-bit build", (intmax_t)size);
    if (size == 0)
        return (Bytes){0};
    void *data = mmap(NULL, (size_t)size, PROT_READ, MAP_PRIVATE, fd, 0);
    if (data == MAP_FAILED)
        fatal(path, "cannot read: %s", strerror(errno));
    if (!mappings)
        at_free_all(unmap_files);
    Mapping *m = NEW(Mapping, 1);
    *m = (Mapping){data, (size_t)size, mappings};
    mappings = m;
    return (Bytes){data, (size_t)size};
}

Bytes file_read(const char *path)
{
    bool standard = strcmp(path, "-") == 0;
    const char *name = standard ? "standard input" : path;
    int fd = standard ? STDIN_FILENO : open(path, O_RDONLY | O_CLOEXEC);
    struct stat st;
    if (fd < 0 || fstat(fd, &st) != 0)
        fatal(name, "cannot open: %s", strerror(errno));
    if (S_ISDIR(st.st_mode))
        fatal(name, "is a folder; name the file in it");
    bool regular = S_ISREG(st.st_mode) && !standard;
    Bytes b = regular ? map_file(name, fd, st.st_size) : read_stream(name, fd);
    if (!standard)
        close(fd);
    if (b.size == 0)
        fatal(name, "is empty");
    return b;
}

/* Does the open file hold exactly these bytes? */
static bool same_bytes(const char *path, const void *data, size_t size)
{
    int fd = open(path, O_RDONLY | O_CLOEXEC);
    if (fd < 0)
        return false;
    struct stat st;
    bool same = fstat(fd, &st) == 0 && S_ISREG(st.st_mode) && (uintmax_t)st.st_size == size;
    if (same && size) {
        void *old = mmap(NULL, size, PROT_READ, MAP_PRIVATE, fd, 0);
        same = old != MAP_FAILED && memcmp(old, data, size) == 0;
        if (old != MAP_FAILED)
            munmap(old, size);
    }
    close(fd);
    return same;
}

static bool write_all(int fd, const char *data, size_t size)
{
    while (size) {
        ssize_t n = write(fd, data, size < 1 << 30 ? size : 1 << 30);
        if (n < 0 && errno != EINTR)
            return false;
        data += n > 0 ? n : 0;
        size -= n > 0 ? (size_t)n : 0;
    }
    return true;
}

/* Renaming over a device such as /dev/stdout would replace it. */
static bool is_device(const char *path)
{
    struct stat st;
    return stat(path, &st) == 0 && !S_ISREG(st.st_mode) && !S_ISDIR(st.st_mode);
}

static void write_device(const char *path, const void *data, size_t size)
{
    int fd = open(path, O_WRONLY | O_CLOEXEC);
    if (fd < 0 || !write_all(fd, data, size) || close(fd) != 0)
        fatal(path, "cannot write: %s", strerror(errno));
}

/* Lists the files that are written beside their path, but not yet renamed to it. */
typedef struct Waiting {
    const char *path, *beside;
} Waiting;
static struct {
    Waiting *file;
    int count;
} waiting;

static void drop_waiting(void)
{
    for (int i = 0; i < waiting.count; i++)
        unlink(waiting.file[i].beside);
}

static const char *file_beside(const char *path)
{
    static bool drops;
    if (!drops)
        atexit(drop_waiting);
    drops = true;
    const char *beside = fmt_text("%s.%ld.tmp", path, (long)getpid());
    unlink(beside);
    return beside;
}

void file_stage(const char *path, const void *data, size_t size)
{
    struct stat st;
    if (is_device(path)) {
        write_device(path, data, size);
        return;
    }
    if (same_bytes(path, data, size))
        return;
    if (stat(path, &st) == 0 && S_ISDIR(st.st_mode))
        fatal(path, "cannot write: %s", strerror(EISDIR));
    const char *beside = file_beside(path);
    int fd = open(beside, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
    if (fd < 0)
        fatal(path, "cannot write: %s", strerror(errno));
    PUSH(waiting.file, waiting.count, ((Waiting){path, beside}));
    bool written = write_all(fd, data, size);
    int error = errno;
    if (close(fd) == 0 && written)
        return;
    fatal(path, "cannot write: %s", strerror(written ? errno : error));
}

void files_place(void)
{
    for (; waiting.count > 0; waiting.count--) {
        const Waiting *last = &waiting.file[waiting.count - 1];
        if (rename(last->beside, last->path) != 0)
            fatal(last->path, "cannot write: %s", strerror(errno));
    }
    waiting.file = NULL;
}

void file_write(const char *path, const void *data, size_t size)
{
    file_stage(path, data, size);
    files_place();
}

void folder_make(const char *path)
{
    char *part = fmt_text("%s", path);
    for (char *p = part; *p; p++) {
        if (*p != '/' || p == part)
            continue;
        *p = 0;
        mkdir(part, 0777);
        *p = '/';
    }
    struct stat st;
    if (*part && mkdir(part, 0777) != 0 && (stat(part, &st) != 0 || !S_ISDIR(st.st_mode)))
        fatal(path, "cannot make this folder: %s", strerror(errno));
}
