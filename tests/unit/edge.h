/* SPDX-License-Identifier: 0BSD
 * Blocks that end where no page follows: an access beyond them ends the program, also one by a
 * vector under a mask, which sanitizers do not see. Where the build has sanitizers, which see
 * accesses before a block too, or no pages, as in WebAssembly, the blocks come from the heap. */
#ifndef EDGE_H
#define EDGE_H

#include <stdlib.h>
#include <string.h>

#if defined(__SANITIZE_ADDRESS__) || defined(__wasm__)
static void *edge_block(size_t bytes)
{
    void *block = calloc(bytes + (bytes == 0), 1);

    if (!block)
        abort();
    return block;
}

static void edge_free(void *block, size_t bytes)
{
    (void)bytes;
    free(block);
}
#else
#include <sys/mman.h>

enum { EDGE_PAGE = 1 << 16 }; /* bytes: a multiple of a page on any machine */

static size_t edge_pages(size_t bytes)
{
    return (bytes + EDGE_PAGE - 1) / EDGE_PAGE * EDGE_PAGE;
}

/* Returns zeros. They begin at a multiple of what `bytes` is a multiple of. */
static void *edge_block(size_t bytes)
{
    const size_t pages = edge_pages(bytes);
    char *start =
        mmap(NULL, pages + EDGE_PAGE, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);

    if (start == MAP_FAILED || mprotect(start + pages, EDGE_PAGE, PROT_NONE) != 0)
        abort();
    return start + pages - bytes;
}

static void edge_free(void *block, size_t bytes)
{
    const size_t pages = edge_pages(bytes);

    munmap((char *)block + bytes - pages, pages + EDGE_PAGE);
}
#endif

static inline void *edge_copy(const void *data, size_t bytes)
{
    return memcpy(edge_block(bytes), data, bytes);
}

#endif
