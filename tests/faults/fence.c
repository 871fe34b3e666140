/* SPDX-License-Identifier: 0BSD
 * Loaded before other libraries (LD_PRELOAD), this lets each block of calloc(), by which ptec has
 * all its memory, and of malloc(), by which the emitted C has its own, end where no memory follows:
 * an access behind it, or to what was freed, ends the program. The bytes that align its start, or
 * follow its end, must stay as they are until it is freed or the program ends. The system lists
 * some 65,000 ranges of pages, so that only the first MOST blocks have pages of their own; others
 * have such bytes alone. An order by which qsort() sorts must say of any two elements which of them
 * stands first, unless all their bytes are equal: the C library of each host orders others as it
 * likes. Commands that are started run without it. */
#define _GNU_SOURCE
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

void *__libc_malloc(size_t size);
void *__libc_calloc(size_t count, size_t size);
void *__libc_realloc(void *data, size_t size);
void __libc_free(void *data);

enum { PAGE = 4096, ALIGN = 16, MOST = 30000 };

static const size_t reserved = (size_t)1 << 31; /* bytes of addresses, few of which become memory */
static char *first, *next;                      /* of them; those from `next` on are free */
static int blocks;

__attribute__((constructor)) static void start(void)
{
    unsetenv("LD_PRELOAD");
    char *p = mmap(NULL, reserved, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (p == MAP_FAILED)
        _exit(99);
    first = next = p;
}

/* Stands in front of a block. */
typedef struct Head {
    struct Head *before, *after; /* of all that are not freed */
    size_t bytes, behind;        /* of the block, and those that must stay as they are */
    size_t pages;                /* of its own, in bytes; or 0 */
    uintptr_t mark;              /* mark_of(); the C library's blocks have their size there */
} Head;

static Head *last;

static uintptr_t mark_of(const void *block)
{
    return (uintptr_t)block ^ (uintptr_t)0x9E3779B97F4A7C15;
}

/* What lies behind a block is not what lies behind its neighbours, from which it may be copied. */
static unsigned char unset(const void *block)
{
    return (unsigned char)(0xA5 ^ (uintptr_t)block / PAGE ^ (uintptr_t)block / ALIGN);
}

static void *begin_block(Head *h, size_t bytes, size_t behind, size_t pages)
{
    unsigned char *block = (unsigned char *)(h + 1);
    *h = (Head){last, NULL, bytes, behind, pages, mark_of(block)};
    if (last)
        last->after = h;
    last = h;
    memset(block + bytes, unset(block), behind);
    return block;
}

static _Noreturn void fail(const char *message)
{
    _exit(write(STDERR_FILENO, message, strlen(message)) > 0 ? 98 : 99);
}

static void check(const Head *h)
{
    const unsigned char *block = (const unsigned char *)(h + 1);
    for (size_t i = 0; i < h->behind; i++)
        if (block[h->bytes + i] != unset(block))
            fail("FAILED: bytes behind a block were written\n");
}

__attribute__((destructor)) static void check_all(void)
{
    for (const Head *h = last; h; h = h->before)
        check(h);
}

/* Returns so many bytes at the end of pages of their own, or NULL. */
static void *with_pages(size_t bytes)
{
    const size_t whole = (bytes + ALIGN - 1) / ALIGN * ALIGN;
    const size_t pages = (whole + sizeof(Head) + PAGE - 1) / PAGE * PAGE;
    if (!first || blocks == MOST || bytes > reserved / 2 ||
        pages + PAGE > (size_t)(first + reserved - next) ||
        mprotect(next, pages, PROT_READ | PROT_WRITE) != 0)
        return NULL;
    void *block = next + pages - whole;
    next += pages + PAGE;
    blocks++;
    return begin_block((Head *)block - 1, bytes, whole - bytes, pages);
}

void *calloc(size_t count, size_t size)
{
    if (size && count > (SIZE_MAX - sizeof(Head) - ALIGN) / size)
        return NULL;
    void *block = with_pages(count * size);
    if (block)
        return block;
    Head *h = __libc_calloc(1, sizeof(Head) + count * size + ALIGN);
    return h ? begin_block(h, count * size, ALIGN, 0) : NULL;
}

/* Blocks that have no pages of their own are the C library's, without marks. */
void *malloc(size_t size)
{
    unsigned char *block = with_pages(size);
    if (!block)
        return __libc_malloc(size);
    memset(block, unset(block), size);
    return block;
}

/* Returns what stands in front of a block, or NULL if that is the C library's. */
static Head *head_of(void *data)
{
    return data && ((uintptr_t *)data)[-1] == mark_of(data) ? (Head *)data - 1 : NULL;
}

void free(void *data)
{
    Head *h = head_of(data);
    if (!h) {
        __libc_free(data);
        return;
    }
    check(h);
    *(h->after ? &h->after->before : &last) = h->before;
    if (h->before)
        h->before->after = h->after;
    const size_t pages = h->pages;
    char *end = (char *)data + h->bytes + h->behind;
    h->mark = 0;
    if (!pages)
        __libc_free(h);
    else if (madvise(end - pages, pages, MADV_DONTNEED) != 0 ||
             mprotect(end - pages, pages, PROT_NONE) != 0)
        _exit(99);
}

void *realloc(void *data, size_t size)
{
    const Head *h = head_of(data);
    if (!h)
        return __libc_realloc(data, size);
    void *moved = malloc(size);
    if (moved) {
        memcpy(moved, data, h->bytes < size ? h->bytes : size);
        free(data);
    }
    return moved;
}

typedef int Compare(const void *, const void *);

static int compare_by(const void *a, const void *b, void *compare)
{
    return (*(Compare **)compare)(a, b);
}

void qsort(void *data, size_t count, size_t size, Compare *compare)
{
    const char *at = data;
    qsort_r(data, count, size, compare_by, &compare);
    for (size_t i = 0; i < count; i++, at += size) {
        const char *after = at + size;
        if (compare(at, at) != 0)
            fail("FAILED: an order puts an element before itself\n");
        if (i + 1 < count && memcmp(at, after, size) != 0 &&
            !(compare(at, after) < 0 && compare(after, at) > 0))
            fail("FAILED: an order does not say which of two elements stands first\n");
    }
}
