/* SPDX-License-Identifier: 0BSD
 * The life of a model's XNNPACK operators. */
#include "pte_xnn.h"

#include <stdlib.h>

#if PTE_XNN_HAS_CACHE
pte_xnn_cache *pte_xnn_cache_new(void)
{
    pte_xnn_cache *cache = malloc(sizeof *cache);

    if (cache && (xnn_initialize(NULL) != xnn_status_success ||
                  xnn_create_weights_cache(&cache->weights) != xnn_status_success)) {
        free(cache);
        return NULL;
    }
    return cache;
}

void pte_xnn_cache_free(pte_xnn_cache *cache)
{
    if (cache)
        xnn_delete_weights_cache(cache->weights);
    free(cache);
}

/* Operators run from then on; those of other models may still be added. */
static enum xnn_status close_cache(const pte_xnn *x)
{
    return x->cache ? xnn_finalize_weights_cache(x->cache->weights,
                                                 xnn_weights_cache_finalization_kind_soft)
                    : xnn_status_success;
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

static enum xnn_status close_cache(const pte_xnn *x)
{
    (void)x;
    return xnn_status_success;
}
#endif

static pte_status status_of(enum xnn_status status)
{
    switch (status) {
    case xnn_status_success:
        return PTE_OK;
    case xnn_status_out_of_memory:
        return PTE_OUT_OF_RESOURCES;
    case xnn_status_unsupported_hardware:
    case xnn_status_unsupported_parameter:
        return PTE_NOT_SUPPORTED;
    default:
        return PTE_INTERNAL;
    }
}

pte_xnn *pte_xnn_start(pte_s32 count, pte_xnn_cache *cache)
{
    pte_xnn *x = calloc(1, sizeof *x + (size_t)count * sizeof *x->item);

    if (x) {
        x->status = xnn_initialize(NULL);
        x->cache = cache;
        x->count = count;
    }
    return x;
}

static enum xnn_status add_workspace(pte_xnn *x)
{
    size_t most = 0;

    for (pte_s32 i = 0; i < x->count; i++)
        most = x->item[i].workspace > most ? x->item[i].workspace : most;
    x->workspace = most ? malloc(most + PTE_XNN_MARGIN) : NULL;
    return most && !x->workspace ? xnn_status_out_of_memory : xnn_status_success;
}

pte_status pte_xnn_finish(pte_xnn_place *place, pte_xnn *x)
{
    pte_status status;

    *place = (pte_xnn_place){0, NULL};
    if (!x)
        return PTE_OUT_OF_RESOURCES;
    if (x->status == xnn_status_success)
        x->status = close_cache(x);
    if (x->status == xnn_status_success)
        x->status = add_workspace(x);
    *place = (pte_xnn_place){x->count, x};
    status = status_of(x->status);
    if (status != PTE_OK)
        pte_xnn_free(place);
    return status;
}

void pte_xnn_free(pte_xnn_place *place)
{
    pte_xnn *x = place->operators;

    if (place->count == 0 || !x)
        return;
    for (pte_s32 i = 0; i < x->count; i++)
        if (x->item[i].op)
            xnn_delete_operator(x->item[i].op);
    free(x->workspace);
    free(x);
    *place = (pte_xnn_place){0, NULL};
}

pte_status pte_xnn_run(pte_xnn *x, pte_s32 i, void *out, const void *a, const void *b)
{
    const pte_xnn_operator *o = &x->item[i];
    enum xnn_status status = o->setup(o, x->workspace, out, a, b);

    if (status == xnn_status_success)
        status = xnn_run_operator(o->op, NULL);
    return status_of(status);
}
