/* SPDX-License-Identifier: 0BSD
 * Loaded before other libraries (LD_PRELOAD), this lets each block of calloc(), by which ptec has
 * all its memory, end where no memory follows, but for the bytes that align its start: an access
 * behind it, or to what was freed, ends the program. The system lists some 65,000 ranges of pages,
 * so that only the first MOST blocks are such. Commands that are started run without it. */
#define _GNU_SOURCE
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

void *__libc_calloc(size_t count, size_t size);
void *__libc_realloc(void *data, size_t size);
void __libc_free(void *data);

enum { PAGE = 4096, ALIGN = 16, MOST = 30000, UNSET = 0xA5 };

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

static size_t pages_of(size_t bytes)
{
    return (bytes + PAGE - 1) / PAGE * PAGE;
}

/* Stands in front of a block. */
typedef struct Head {
    char *page;          /* the first of its pages */
    size_t pages, bytes; /* theirs in bytes; the block's */
    void *unused;        /* so that the block is aligned */
} Head;

void *calloc(size_t count, size_t size)
{
    if (!first || blocks == MOST || (size && count > reserved / 2 / size))
        return __libc_calloc(count, size);
    const size_t bytes = count * size, pages = pages_of(bytes + sizeof(Head) + ALIGN);
    if (pages + PAGE > (size_t)(first + reserved - next) ||
        mprotect(next, pages, PROT_READ | PROT_WRITE) != 0)
        return __libc_calloc(count, size);
    char *end = next + pages, *block = end - (bytes + ALIGN - 1) / ALIGN * ALIGN;
    ((Head *)(void *)block)[-1] = (Head){next, pages, bytes, NULL};
    memset(block + bytes, UNSET, (size_t)(end - block) - bytes);
    next += pages + PAGE;
    blocks++;
    return block;
}

static Head *head_of(void *data)
{
    char *p = data;
    return first && p >= first && p < next ? (Head *)data - 1 : NULL;
}

void free(void *data)
{
    const Head *h = head_of(data);
    if (!h) {
        __libc_free(data);
        return;
    }
    const Head own = *h; /* it lies in these pages */
    if (madvise(own.page, own.pages, MADV_DONTNEED) != 0 ||
        mprotect(own.page, own.pages, PROT_NONE) != 0)
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
