/* SPDX-License-Identifier: 0BSD
 * Linked with --wrap=calloc,--wrap=free: each block of ptec's memory has bytes behind it that must
 * be as they were when it is freed, and that make a wild pointer of what is read there. It costs
 * less than the pages of tests/faults/fence.c, so that all cases can be compiled with it. */
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void *__wrap_calloc(size_t count, size_t size);
void __wrap_free(void *data);
void *__real_calloc(size_t count, size_t size);
void __real_free(void *data);

enum { BEHIND = 16, UNSET = 0xA5 };
static const uintptr_t mark = (uintptr_t)0x9E3779B97F4A7C15;

/* Stands in front of a block. Others, from libraries, have no such `mark`. */
typedef union Head {
    struct {
        uintptr_t mark; /* with the address of the block */
        size_t bytes;
    } in;
    max_align_t align;
} Head;

void *__wrap_calloc(size_t count, size_t size)
{
    const size_t bytes = count * size;
    Head *h = size && count > (SIZE_MAX - 256) / size
                  ? NULL
                  : __real_calloc(1, sizeof *h + bytes + BEHIND);
    if (!h)
        return NULL;
    unsigned char *block = (unsigned char *)(h + 1);
    h->in.mark = (uintptr_t)block ^ mark;
    h->in.bytes = bytes;
    memset(block + bytes, UNSET, BEHIND);
    return block;
}

void __wrap_free(void *data)
{
    Head *h = data ? (Head *)data - 1 : NULL;
    if (!h || h->in.mark != ((uintptr_t)data ^ mark)) {
        __real_free(data);
        return;
    }
    for (int i = 0; i < BEHIND; i++)
        if (((unsigned char *)data)[h->in.bytes + (size_t)i] != UNSET) {
            fprintf(stderr, "FAILED: byte %d behind a block of %zu bytes was written\n", i,
                    h->in.bytes);
            abort();
        }
    h->in.mark = 0;
    __real_free(h);
}
