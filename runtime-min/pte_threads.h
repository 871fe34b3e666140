/* SPDX-License-Identifier: 0BSD
 * How a model that was compiled with --threads gets its threads: the one interface to a pool of
 * them, which an application or an RTOS may have already (pte_threads_posix.h has one). */
#ifndef PTE_THREADS_H
#define PTE_THREADS_H

#include "pte_rt.h"

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

/* Parts of n units of work, at most `most` and one for each thread; no threads: the caller's. */
PTE_INLINE int32_t pte_parts(const pte_threads *threads, int32_t most, int32_t n)
{
    const int32_t count = threads ? threads->count : 1, parts = count < most ? count : most;

    return n < 1 || parts < 1 ? 1 : n < parts ? n : parts;
}

/* Where a part of n starts. */
PTE_INLINE int32_t pte_part_start(int32_t n, int32_t part, int32_t parts)
{
    return (int32_t)((int64_t)n * part / parts);
}

PTE_INLINE int32_t pte_units(int32_t n, int32_t unit)
{
    return n / unit + (n % unit > 0);
}

/* The same where parts are of whole units, save the last. */
PTE_INLINE int32_t pte_part_start_by(int32_t n, int32_t unit, int32_t part, int32_t parts)
{
    const int32_t start = pte_part_start(pte_units(n, unit), part, parts);

    return start < pte_units(n, unit) ? start * unit : n;
}

PTE_INLINE void pte_run_parts(pte_threads *threads, pte_task *task, const void *call, int32_t parts)
{
#ifdef PTE_DEBUG_MEMORY /* whose list of blocks is one thread's */
    (void)threads;
    for (int32_t part = 0; part < parts; part++)
        task(call, part);
#else
    if (parts > 1)
        threads->run(threads, task, call, parts);
    else
        task(call, 0);
#endif
}

#ifdef __cplusplus
}
#endif
#endif
