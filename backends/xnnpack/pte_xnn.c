/* SPDX-License-Identifier: 0BSD
 * The life of a model's XNNPACK operators. */
#include "pte_xnn.h"

static pte_status pte_xnn_status(enum xnn_status status)
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

pte_xnn *pte_xnn_start(pte_s32 count, pte_xnn_cache *cache, struct pthreadpool *pool)
{
    pte_xnn *x = calloc(1, sizeof *x + (size_t)count * sizeof *x->item);

    if (x) {
        x->status = xnn_initialize(NULL);
        x->cache = cache;
        x->pool = pool;
        x->count = count;
    }
    return x;
}

static enum xnn_status pte_xnn_add_workspace(pte_xnn *x)
{
    size_t most = 0;

    for (pte_s32 i = 0; i < x->count; i++)
        most = x->item[i].workspace > most ? x->item[i].workspace : most;
    x->workspace = most ? pte_xnn_allocate(most) : NULL;
    return most && !x->workspace ? xnn_status_out_of_memory : xnn_status_success;
}

pte_status pte_xnn_finish(pte_xnn_place *place, pte_xnn *x)
{
    pte_status status;

    *place = (pte_xnn_place){0, NULL};
    if (!x)
        return PTE_OUT_OF_RESOURCES;
    if (x->status == xnn_status_success)
        x->status = pte_xnn_add_workspace(x);
    *place = (pte_xnn_place){x->count, x};
    status = pte_xnn_status(x->status);
    if (status != PTE_OK)
        pte_xnn_free(place);
    return status;
}

void pte_xnn_free(pte_xnn_place *place)
{
    pte_xnn *x = place->operators;

    if (place->count == 0 || !x)
        return;
    for (pte_s32 i = 0; i < x->count; i++) {
        if (x->item[i].op)
            xnn_delete_operator(x->item[i].op);
        free(x->item[i].own);
    }
    free(x->workspace);
    free(x);
    *place = (pte_xnn_place){0, NULL};
}

pte_status pte_xnn_run(pte_xnn *x, pte_s32 i, void *out, const void *a, const void *b)
{
    const pte_xnn_operator *o = &x->item[i];
    enum xnn_status status = o->setup(o, x->workspace, out, a, b);

    if (status == xnn_status_success)
        status = xnn_run_operator(o->op, o->pool);
    return pte_xnn_status(status);
}
