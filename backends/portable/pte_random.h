/* SPDX-License-Identifier: 0BSD
 * The generator of random numbers: the n-th number of a seed is a function of both, so that steps
 * need no order and any part of a result can be drawn by itself. */
#ifndef PTE_RANDOM_H
#define PTE_RANDOM_H

#include "pte_kernels.h"

/* Finaliser of splitmix64 (Steele, Lea, Flood, 2014; constants of variant 13 by Stafford). */
PTE_INLINE uint64_t pte_random_mix(uint64_t z)
{
    z = (z ^ z >> 30) * UINT64_C(0xbf58476d1ce4e5b9);
    z = (z ^ z >> 27) * UINT64_C(0x94d049bb133111eb);
    return z ^ z >> 31;
}

/* Where the sequence of this seed starts: seeds that are close do not begin close together. */
PTE_INLINE uint64_t pte_random_start(const pte_s64 *generator)
{
    const uint64_t gamma = UINT64_C(0x9e3779b97f4a7c15);

    return pte_random_mix((uint64_t)generator[0] + gamma) + (uint64_t)generator[1] * gamma;
}

/* 64 random bits, the n-th from there. */
PTE_INLINE uint64_t pte_random_bits(uint64_t start, int64_t n)
{
    return pte_random_mix(start + (uint64_t)(n + 1) * UINT64_C(0x9e3779b97f4a7c15));
}

#endif
