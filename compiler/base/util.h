/* SPDX-License-Identifier: 0BSD
 * One zeroed arena per run, messages, growing text and checksums. */
#ifndef PTEC_BASE_UTIL_H
#define PTEC_BASE_UTIL_H

#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#if defined(__MINGW_PRINTF_FORMAT)
#define PRINTF(a, b) __attribute__((format(__MINGW_PRINTF_FORMAT, a, b)))
#elif defined(__GNUC__)
#define PRINTF(a, b) __attribute__((format(printf, a, b)))
#else
#define PRINTF(a, b)
#endif

/* Reports bad input: prints `ptec: WHERE: message` and exits with 1. `where` is a file, a step or
 * NULL. */
_Noreturn void fatal(const char *where, const char *fmt, ...) PRINTF(2, 3);
/* Reports wrong usage: prints the message and exits with 2. */
_Noreturn void usage_error(const char *fmt, ...) PRINTF(1, 2);
/* Reports an error of ptec itself: prints and aborts, so that a fuzzer tells it from bad input. */
_Noreturn void bug(const char *fmt, ...) PRINTF(1, 2);
extern void (*before_message)(void); /* is called before one is printed; or NULL */
/* From here on messages are left in `message`, for the process that started this one, which ends
 * without what that one does when it exits. */
void keep_fatal(char *message, size_t room);

/* Calls the function, and returns NULL, or the message of the fatal() that ended the call. */
const char *message_of(void (*function)(void *context), void *context);

/* Allocates zeroed memory for `count` things of `size` bytes, which lives until the run ends. */
void *zalloc(size_t count, size_t size);
/* Frees such memory early. */
void zfree(void *data);
void free_all(void); /* ends the run; only for a process that starts another, such as a fuzzer */
/* free_all() calls the function first, and only next time: for tables that point to such memory. */
void at_free_all(void (*forget)(void));
#define NEW(T, count) ((T *)zalloc((size_t)(count), sizeof(T)))
/* Makes room for one more element: where `count` is a power of two, moves the array to twice the
 * room; where ptec is tested, short ones grow one by one. */
void *vec_room(void *data, size_t count, size_t size);
#define PUSH(vec, count, item)                                                                     \
    ((vec) = vec_room((vec), (size_t)(count), sizeof *(vec)), (vec)[(count)++] = (item))
char *fmt_text(const char *fmt, ...) PRINTF(1, 2);

typedef struct Bytes {
    const uint8_t *data;
    size_t size;
} Bytes;

/* Text that grows in memory; output reaches the disk only when all of it exists. */
typedef struct Text {
    char *data;
    size_t size, room;
    int margin; /* columns by which its lines will be moved to the right */
} Text;

void text_add(Text *t, const char *fmt, ...) PRINTF(2, 3);
void text_add_list(Text *t, const char *fmt, va_list args) PRINTF(2, 0);
void text_bytes(Text *t, const void *data, size_t size);
void text_reserve(Text *t, size_t more); /* makes room for so many bytes at once */
const char *text_string(const Text *t);  /* "" if nothing was added */

uint32_t crc32_of(uint32_t crc, const void *data, size_t size); /* ISO-HDLC; start with 0 */
static inline int64_t min64(int64_t a, int64_t b)
{
    return a < b ? a : b;
}
static inline int64_t max64(int64_t a, int64_t b)
{
    return a > b ? a : b;
}
static inline int64_t quotient_up(int64_t a, int64_t b)
{
    return (a + b - 1) / b;
}

/* Maps strings to numbers. */
typedef struct Dict {
    struct DictEntry {
        const char *key;
        int number;
    } * entry;
    size_t room, count;
} Dict;
/* Points to the number of `key`, which is -1 if the key is new. The pointer is good until the next
 * call. */
int *dict_number(Dict *d, const char *key);
/* Adds `key` to the dictionary as a set of names; false if it was there before. */
static inline bool dict_add(Dict *d, const char *key)
{
    int *number = dict_number(d, key);
    bool is_new = *number < 0;
    *number = 0;
    return is_new;
}
static inline bool dict_has(Dict *d, const char *key)
{
    return *dict_number(d, key) >= 0;
}

#endif
