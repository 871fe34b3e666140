/* SPDX-License-Identifier: 0BSD
 * What callers of models with XNNPACK's operators see of them. */
#ifndef PTE_XNN_CACHE_H
#define PTE_XNN_CACHE_H

#ifdef __cplusplus
extern "C" {
#endif

struct pthreadpool; /* pthreadpool.h */

enum { PTE_XNN_MARGIN = 16 }; /* bytes behind an operand that XNNPACK may read */

/* Packed weights that models share: what is equal is there once. Functions of the library
 * pte_xnnpack; NULL if XNNPACK has no such thing, or there is no memory. It outlives the models. */
typedef struct pte_xnn_cache pte_xnn_cache;
pte_xnn_cache *pte_xnn_cache_new(void);
void pte_xnn_cache_free(pte_xnn_cache *cache); /* or NULL */

#ifdef __cplusplus
}
#endif
#endif
