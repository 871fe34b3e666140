/* SPDX-License-Identifier: 0BSD
 * What the functions that make operators share. */
#ifndef PTE_XNN_H
#define PTE_XNN_H

#include "pte_xnn_api.h"
#include "pte_xnn_kernels.h"

#include <stdlib.h>

_Static_assert(XNN_EXTRA_BYTES <= PTE_XNN_MARGIN,
               "make PTE_XNN_MARGIN as large: XNNPACK reads further behind its operands");

typedef struct pte_xnn_operator pte_xnn_operator;
/* Tells XNNPACK where the next run's operands and result are. */
typedef enum xnn_status pte_xnn_setup(const pte_xnn_operator *o, void *workspace, void *out,
                                      const void *a, const void *b);

struct pte_xnn_operator {
    xnn_operator_t op; /* NULL: not made */
    pte_xnn_setup *setup;
    const void *params;
    pthreadpool_t pool; /* whose threads run it; NULL: the caller's */
    size_t workspace;   /* bytes that a run needs */
    void *own;          /* memory of this operator's, or NULL */
};

struct pte_xnn {
    enum xnn_status status; /* of the first that failed */
    pte_xnn_cache *cache;
    pthreadpool_t pool;
    void *workspace; /* of all operators, which run one after the other */
    pte_s32 count;
    pte_xnn_operator item[];
};

#if PTE_XNN_HAS_CACHE
typedef struct pte_xnn_block { /* packed weights */
    struct pte_xnn_block *next;
    size_t bytes;
    void *data;
} pte_xnn_block;

struct pte_xnn_cache {
    struct xnn_weights_cache_provider provider;
    pte_xnn_block *first;
};
#endif

/* As XNNPACK's own memory is, with room behind it; or NULL. */
PTE_INLINE void *pte_xnn_allocate(size_t bytes)
{
    const size_t align = 64;

    return aligned_alloc(align, (bytes + PTE_XNN_MARGIN + align - 1) / align * align);
}

/* The operator to make, or NULL if one before it could not be made. */
PTE_INLINE pte_xnn_operator *pte_xnn_next(pte_xnn *x, pte_s32 i, pte_xnn_setup *setup,
                                          const void *params)
{
    if (!x || x->status != xnn_status_success)
        return NULL;
    x->item[i].setup = setup;
    x->item[i].params = params;
    x->item[i].pool = x->pool;
    return &x->item[i];
}

#endif
