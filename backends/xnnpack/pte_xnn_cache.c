/* SPDX-License-Identifier: 0BSD
 * Packed weights that models share: those of equal bytes are one block. */
#include "pte_xnn.h"

#include <string.h>

#if PTE_XNN_HAS_CACHE
/* Weights are found by what they are, once packed: a place in memory may have others later. */
static size_t pte_xnn_cache_look_up(void *context, const struct xnn_weights_cache_look_up_key *key)
{
    (void)context;
    (void)key;
    return SIZE_MAX;
}

static void *pte_xnn_cache_reserve(void *context, size_t bytes)
{
    (void)context;
    return pte_xnn_allocate(bytes);
}

/* Returns the block's address. */
static size_t pte_xnn_cache_keep(void *context, const struct xnn_weights_cache_look_up_key *key,
                                 void *data, size_t bytes)
{
    pte_xnn_cache *cache = context;
    pte_xnn_block *block = cache->first;

    (void)key;
    while (block && (block->bytes != bytes || memcmp(block->data, data, bytes) != 0))
        block = block->next;
    if (block) {
        if (block->data != data)
            free(data);
        return (size_t)block->data;
    }
    block = malloc(sizeof *block);
    if (!block) {
        free(data);
        return SIZE_MAX;
    }
    *block = (pte_xnn_block){cache->first, bytes, data};
    cache->first = block;
    return (size_t)data;
}

static bool pte_xnn_cache_is_finalized(void *context)
{
    (void)context;
    return true;
}

static void *pte_xnn_cache_address(void *context, size_t offset)
{
    (void)context;
    return (void *)offset;
}

static enum xnn_status pte_xnn_cache_delete(void *context)
{
    (void)context;
    return xnn_status_success;
}

pte_xnn_cache *pte_xnn_cache_new(void)
{
    pte_xnn_cache *cache = calloc(1, sizeof *cache);

    if (cache)
        cache->provider =
            (struct xnn_weights_cache_provider){.context = cache,
                                                .look_up = pte_xnn_cache_look_up,
                                                .reserve_space = pte_xnn_cache_reserve,
                                                .look_up_or_insert = pte_xnn_cache_keep,
                                                .is_finalized = pte_xnn_cache_is_finalized,
                                                .offset_to_addr = pte_xnn_cache_address,
                                                .delete_cache = pte_xnn_cache_delete};
    return cache;
}

void pte_xnn_cache_free(pte_xnn_cache *cache)
{
    pte_xnn_block *next;

    for (pte_xnn_block *block = cache ? cache->first : NULL; block; block = next) {
        next = block->next;
        free(block->data);
        free(block);
    }
    free(cache);
}
#else
pte_xnn_cache *pte_xnn_cache_new(void)
{
    return NULL;
}

void pte_xnn_cache_free(pte_xnn_cache *cache)
{
    (void)cache;
}
#endif
