/* SPDX-License-Identifier: 0BSD
 * Included before all code of an image: counters of its processor that go up by 7 and 11 whenever
 * they are read, the first of them over the end of its 32 bits. */
#ifndef COUNTERS_H
#define COUNTERS_H

#define PTE_SELFTEST_COUNTERS "sevens", "elevens"

static inline int pte_selftest_counters_start(void)
{
    return 1;
}

static inline unsigned pte_selftest_count(int i)
{
    static unsigned n[2] = {0xFFFFFFF0u, 0};

    return n[i] += i ? 11 : 7;
}

#endif
