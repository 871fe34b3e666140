/* SPDX-License-Identifier: 0BSD
 * How the code of a model splits its steps among the threads of pte_threads.h. */
#ifndef PTE_PARTS_H
#define PTE_PARTS_H

#include "pte_threads.h"

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

#endif
