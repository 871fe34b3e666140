/* SPDX-License-Identifier: 0BSD
 * How a model that was compiled with --threads gets its threads: the one interface to a pool of
 * them, which an application or an RTOS may have already (pte_threads_posix.h has one). */
#ifndef PTE_THREADS_H
#define PTE_THREADS_H

#include "pte_model.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Computes one part of what `call` describes; parts touch no byte that another one writes. */
typedef void pte_task(const void *call, int32_t part);

/* run() calls task(call, part) once for each part from 0 to parts - 1, in any threads and order,
 * also one after the other, and returns when all have returned and what they wrote is visible.
 * Tasks take no locks and do not call run(). */
typedef struct pte_threads pte_threads;
struct pte_threads {
    int32_t count; /* of threads that run tasks: no step is split into more parts */
    void (*run)(pte_threads *threads, pte_task *task, const void *call, int32_t parts);
};

#ifdef __cplusplus
}
#endif
#endif
