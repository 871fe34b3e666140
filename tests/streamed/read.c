/* SPDX-License-Identifier: 0BSD
 * A model `net` that reads its weights from a file, in sectors of 512 bytes, gives the bits of the
 * same model `whole`, which has them in memory; and what it says if a read fails.
 * usage: read FILE */
#include "net.h"
#include "net_steps.h"
#include "whole.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { SECTOR = 512, CALLS = 3 };

/* Reads when it is waited for; before that, the place holds what no weight is. */
typedef struct Storage {
    pte_stream stream;
    FILE *file;
    unsigned char *to;
    uint32_t offset, bytes; /* of the read that is under way, or 0 */
    int reads, waits;
    int failing, failing_wait; /* the read, and the wait, that fail, from 1; 0: none */
} Storage;

static _Alignas(64) unsigned char arena[NET_ARENA_BYTES];
static float in[WHOLE_FORWARD_INPUT_ELEMENTS], got[NET_FORWARD_OUTPUT_ELEMENTS],
    want[WHOLE_FORWARD_OUTPUT_ELEMENTS];

static void fail(const char *what)
{
    printf("FAILED: %s\n", what);
    exit(1);
}

/* Is it the block of a step, at a place in the arena that only that block has? */
static int is_block(void *to, uint32_t offset, uint32_t bytes)
{
    const unsigned char *p = to;
    if (p < arena || p + bytes > arena + sizeof arena || (uintptr_t)p % 64 || bytes % 64)
        return 0;
    for (int i = 0; i < NET_STEPS; i++)
        if (bytes && net_blocks[i].offset == offset && net_blocks[i].bytes == bytes)
            return 1;
    return 0;
}

static pte_status fetch(const pte_stream *stream, void *to, uint32_t offset, uint32_t bytes)
{
    Storage *s = (Storage *)(uintptr_t)stream;
    if (s->bytes)
        fail("two reads at once");
    if (!is_block(to, offset, bytes))
        fail("no step has such a block");
    if (++s->reads == s->failing)
        return PTE_ACCESS_FAILED;
    s->to = to, s->offset = offset, s->bytes = bytes;
    memset(to, 0x5A, bytes);
    return PTE_OK;
}

static pte_status wait(const pte_stream *stream)
{
    Storage *s = (Storage *)(uintptr_t)stream;
    unsigned char sector[SECTOR];
    uint32_t in_sector = s->offset % SECTOR;
    if (!s->bytes)
        fail("nothing is read");
    if (fseek(s->file, (long)(s->offset - in_sector), SEEK_SET) != 0)
        fail("the file is too short");
    for (uint32_t left = s->bytes, n; left > 0; left -= n, s->to += n, in_sector = 0) {
        size_t got_bytes = fread(sector, 1, sizeof sector, s->file);
        n = SECTOR - in_sector < left ? SECTOR - in_sector : left;
        if (got_bytes < in_sector + n)
            fail("the file is too short");
        memcpy(s->to, sector + in_sector, n);
    }
    s->bytes = 0;
    return ++s->waits == s->failing_wait ? PTE_ACCESS_FAILED : PTE_OK;
}

const pte_stream net_stream = {fetch, wait}; /* of the form without a context, which nobody calls */

static pte_status call(Storage *s)
{
    const net_ctx ctx = {arena, NULL, &s->stream};
    s->bytes = 0;
    s->reads = s->waits = 0;
    return net_forward_with(&ctx, in, got);
}

static void check_failures(Storage *s, int reads)
{
    for (int i = 1; i <= reads; i++) {
        s->failing = i, s->failing_wait = 0;
        if (call(s) != PTE_ACCESS_FAILED || s->reads != i)
            fail("a read that fails does not end the call");
        s->failing = 0, s->failing_wait = i;
        if (call(s) != PTE_ACCESS_FAILED || s->waits != i)
            fail("a wait that fails does not end the call");
    }
    s->failing = s->failing_wait = 0;
}

int main(int argc, char **argv)
{
    Storage s = {.stream = {fetch, wait}, .file = argc > 1 ? fopen(argv[1], "rb") : NULL};
    int blocks = 0;
    if (!s.file)
        fail("there is no file of weights");
    for (int i = 0; i < NET_STEPS; i++)
        blocks += net_blocks[i].bytes > 0;
    for (int k = 0; k < CALLS; k++) {
        for (size_t i = 0; i < sizeof in / sizeof *in; i++)
            in[i] = (float)((int)(i * 7919 + (size_t)k * 131) % 257 - 128) / 64.0f;
        if (whole_forward(in, want) != PTE_OK || call(&s) != PTE_OK)
            fail("a call");
        if (memcmp(got, want, sizeof want) != 0)
            fail("other bits");
        if (s.reads != blocks || s.waits != blocks)
            fail("a block is read twice, or never");
    }
    check_failures(&s, blocks);
    if (call(&s) != PTE_OK || memcmp(got, want, sizeof want) != 0)
        fail("a call after one that failed");
    if (net_forward_with(&(net_ctx){arena, NULL, NULL}, in, got) != PTE_INVALID_ARGUMENT)
        fail("no stream");
    printf("%d blocks\n", blocks);
    return 0;
}
