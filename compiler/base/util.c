/* SPDX-License-Identifier: 0BSD
 * Memory, messages, growing text and checksums. */
#define _POSIX_C_SOURCE 200809L
#include "base/util.h"
#include "base/chars.h"

#include <setjmp.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* Is where the text of a message goes instead of standard error, or NULL. */
static char *kept;
static size_t kept_room, kept_size;
static jmp_buf *caught; /* in message_of(), which goes on after a message; or NULL */

void (*before_message)(void);

static void put_list(const char *fmt, va_list args) PRINTF(1, 0);
static void put(const char *fmt, ...) PRINTF(1, 2);

static void put_list(const char *fmt, va_list args)
{
    if (!kept) {
        vfprintf(stderr, fmt, args);
        return;
    }
    int n = vsnprintf(kept + kept_size, kept_room - kept_size, fmt, args);
    kept_size += n > 0 ? (size_t)n : 0;
    kept_size = kept_size < kept_room ? kept_size : kept_room - 1;
}

static void put(const char *fmt, ...)
{
    va_list args;
    va_start(args, fmt);
    put_list(fmt, args);
    va_end(args);
}

/* Writes a place, in which the path of a file stands as the user, or the file system, gave it. It
 * takes no memory, of which there may be none left. */
static void put_where(const char *where)
{
    const unsigned char *p = (const unsigned char *)where;
    while (*p) {
        uint32_t code = 0;
        int n = utf8_char(p, &code);
        code = n ? code : *p;
        if (n == 0 || is_deceptive(code))
            put(code < 0x100 ? "\\x%02X" : "\\u{%X}", (unsigned)code);
        else
            put("%.*s", n, (const char *)p);
        p += n ? n : 1;
    }
    put(": ");
}

static void say(const char *where, const char *fmt, va_list args)
{
    if (before_message)
        before_message();
    if (!kept)
        put("ptec: ");
    if (where)
        put_where(where);
    put_list(fmt, args);
    if (!kept)
        put("\n");
}

static _Noreturn void end(int code)
{
    if (caught)
        longjmp(*caught, 1);
    if (kept)
        _exit(code);
    exit(code);
}

_Noreturn void fatal(const char *where, const char *fmt, ...)
{
    va_list args;
    va_start(args, fmt);
    say(where, fmt, args);
    va_end(args);
    end(1);
}

_Noreturn void usage_error(const char *fmt, ...)
{
    va_list args;
    va_start(args, fmt);
    say(NULL, fmt, args);
    va_end(args);
    end(2);
}

_Noreturn void bug(const char *fmt, ...)
{
    va_list args;
    va_start(args, fmt);
    say("internal error", fmt, args);
    va_end(args);
    abort();
}

void keep_fatal(char *message, size_t room)
{
    kept = message;
    kept_room = room;
    kept_size = 0;
}

const char *message_of(void (*function)(void *context), void *context)
{
    static char message[2000];
    jmp_buf here;
    keep_fatal(message, sizeof message);
    caught = &here;
    volatile bool failed = setjmp(here) != 0;
    if (!failed)
        function(context);
    caught = NULL;
    kept = NULL;
    return failed ? message : NULL;
}

/* Each allocation is a block of its own in a chain, so that address sanitizers see every overrun
 * and leak checkers see no leak. */
typedef union Allocation {
    struct {
        union Allocation *next, *before;
    } in;
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
    a->in.next = allocations;
    if (allocations)
        allocations->in.before = a;
    allocations = a;
    return a + 1;
}

void zfree(void *data)
{
    Allocation *a = (Allocation *)data - 1;
    *(a->in.before ? &a->in.before->in.next : &allocations) = a->in.next;
    if (a->in.next)
        a->in.next->in.before = a->in.before;
    free(a);
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
        Allocation *next = allocations->in.next;
        free(allocations);
        allocations = next;
    }
}

/* Where ptec is tested, short lists have no room to spare, so that what reads an element too many
 * finds no zeros. */
#ifdef PTEC_TIGHT_LISTS
enum { TIGHT = 64 };
#else
enum { TIGHT = 1 };
#endif

void *vec_room(void *data, size_t count, size_t size)
{
    if (count >= TIGHT && count & (count - 1))
        return data;
    void *bigger = zalloc(count < TIGHT ? count + 1 : 2 * count, size);
    if (count) {
        memcpy(bigger, data, count * size);
        zfree(data);
    }
    return bigger;
}

void text_reserve(Text *t, size_t more)
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

void text_add_list(Text *t, const char *fmt, va_list args)
{
    /* most of what is written is text and strings, for which vsnprintf() is slow */
    for (;;) {
        size_t plain = strcspn(fmt, "%");
        text_bytes(t, fmt, plain);
        fmt += plain;
        if (strncmp(fmt, "%s", 2) != 0)
            break;
        const char *s = va_arg(args, const char *);
        text_bytes(t, s, strlen(s));
        fmt += 2;
    }
    if (!*fmt)
        return;
    va_list again;
    va_copy(again, args);
    text_reserve(t, 0);
    size_t n = format(t->data + t->size, t->room - t->size, fmt, args);
    if (n >= t->room - t->size) {
        text_reserve(t, n);
        format(t->data + t->size, n + 1, fmt, again);
    }
    va_end(again);
    t->size += n;
}

void text_add(Text *t, const char *fmt, ...)
{
    va_list args;
    va_start(args, fmt);
    text_add_list(t, fmt, args);
    va_end(args);
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
