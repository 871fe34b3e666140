/* SPDX-License-Identifier: 0BSD
 * A pool of POSIX threads for models that were compiled with --threads. */
#ifndef PTE_THREADS_POSIX_H
#define PTE_THREADS_POSIX_H

#include "pte_threads.h"

#ifdef __cplusplus
extern "C" {
#endif

/* A pool of `count` threads, of which the one that calls a model is the first; NULL if the system
 * has no memory or threads left. Idle threads sleep. Several models may share a pool; of calls at
 * the same time, one gets the threads, the others run on their callers'. */
pte_threads *pte_threads_start(int32_t count);
/* No call may run. NULL does nothing. */
void pte_threads_stop(pte_threads *threads);

#ifdef __cplusplus
}
#endif
#endif
