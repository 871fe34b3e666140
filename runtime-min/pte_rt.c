/* SPDX-License-Identifier: 0BSD
 * What every emitted model may call: the check of its weights, debug memory. */
#include "pte_rt.h"

const unsigned char PTE_ABI = 1;

uint32_t pte_zero(void)
{
    const volatile uint32_t zero = 0;

    return zero;
}

#ifdef PTE_DEBUG_MEMORY
#include <stdlib.h>
#include <string.h>

/* The list is apart from the blocks, so that both ends of a block border on no-man's-land. */
typedef struct debug_node {
    struct debug_node *next;
    const char *name; /* NULL: a copy */
    void *block;
} debug_node;
static debug_node *debug_nodes;

static void *debug_new(const char *name, size_t bytes)
{
    debug_node *node = (debug_node *)malloc(sizeof *node);
    void *block = malloc(bytes);

    if (!node || (!block && bytes))
        abort();
    node->name = name;
    node->block = block;
    node->next = debug_nodes;
    debug_nodes = node;
    return block;
}

void *pte_debug_block(const char *name, size_t bytes)
{
    for (const debug_node *node = debug_nodes; node; node = node->next)
        if (node->name && strcmp(node->name, name) == 0)
            return node->block;
    return debug_new(name, bytes);
}

const void *pte_debug_copy(const void *data, size_t bytes)
{
    void *block = debug_new(NULL, bytes);

    if (bytes)
        memcpy(block, data, bytes);
    return block;
}

void pte_debug_release(void)
{
    while (debug_nodes) {
        debug_node *node = debug_nodes;

        debug_nodes = node->next;
        free(node->block);
        free(node);
    }
}
#endif

static uint64_t little_endian(const unsigned char *p, int bytes)
{
    uint64_t n = 0;

    for (int i = bytes; i-- > 0;)
        n = n << 8 | p[i];
    return n;
}

/* The members of pte_weights_header are read as bytes: they may lie at any address. */
pte_status pte_check_weights(const void *weights, size_t bytes, uint64_t layout)
{
    static const char magic[8] = "ptec-w1";
    const unsigned char *h = (const unsigned char *)weights;
    const size_t header = sizeof(pte_weights_header);

    if (!weights || bytes < header)
        return PTE_INVALID_DATA;
    for (size_t i = 0; i < sizeof magic; i++)
        if (h[i] != (unsigned char)magic[i])
            return PTE_INVALID_DATA;
    if (little_endian(h + offsetof(pte_weights_header, layout), 8) != layout ||
        little_endian(h + offsetof(pte_weights_header, bytes), 8) != bytes)
        return PTE_INVALID_DATA;
    return little_endian(h + offsetof(pte_weights_header, crc), 4) ==
                   pte_crc32(0, h + header, bytes - header)
               ? PTE_OK
               : PTE_INVALID_DATA;
}
