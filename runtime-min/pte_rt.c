/* SPDX-License-Identifier: 0BSD
 * What every emitted model may call: names of results, CRC-32, debug memory. */
#include "pte_rt.h"

const unsigned char PTE_ABI = 1;

const char *pte_status_name(pte_status status)
{
    switch (status) {
    case PTE_OK:
        return "ok";
    case PTE_INTERNAL:
        return "internal error";
    case PTE_NOT_SUPPORTED:
        return "not supported";
    case PTE_INVALID_ARGUMENT:
        return "invalid argument";
    case PTE_INVALID_PROGRAM:
        return "invalid program";
    case PTE_INVALID_DATA:
        return "invalid data";
    case PTE_OUT_OF_RESOURCES:
        return "out of resources";
    }
    return "unknown status";
}

uint32_t pte_crc32(uint32_t crc, const void *data, size_t bytes)
{
    const unsigned char *p = (const unsigned char *)data;

    crc = ~crc;
    for (size_t i = 0; i < bytes; i++) {
        crc ^= p[i];
        for (int bit = 0; bit < 8; bit++)
            crc = (crc >> 1) ^ (UINT32_C(0xEDB88320) & (0u - (crc & 1u)));
    }
    return ~crc;
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

pte_status pte_check_weights(const void *weights, size_t bytes, uint64_t layout)
{
    static const char magic[8] = "ptec-w1";
    const unsigned char *byte = weights;
    const pte_weights_header *h = weights;
    if (!weights || bytes < sizeof *h)
        return PTE_INVALID_DATA;
    for (size_t i = 0; i < sizeof magic; i++)
        if (h->magic[i] != magic[i])
            return PTE_INVALID_DATA;
    if (h->layout != layout || h->bytes != bytes)
        return PTE_INVALID_DATA;
    return h->crc == pte_crc32(0, byte + sizeof *h, bytes - sizeof *h) ? PTE_OK : PTE_INVALID_DATA;
}
