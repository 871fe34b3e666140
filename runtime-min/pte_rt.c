/* SPDX-License-Identifier: 0BSD
 * What every emitted model refers to: the release of the runtime, debug memory. */
#include "pte_rt.h"

const unsigned char PTE_ABI = 1;

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
