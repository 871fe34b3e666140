/* SPDX-License-Identifier: 0BSD
 * What the unit tests share: checks that count and random numbers that repeat. */
#ifndef UNIT_H
#define UNIT_H

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int unit_failures;

/* Prints at most 20 failures; all count. */
#define CHECK(ok, ...)                                                                             \
    do {                                                                                           \
        if (!(ok) && unit_failures++ < 20) {                                                       \
            printf("%s:%d: ", __FILE__, __LINE__);                                                 \
            printf(__VA_ARGS__);                                                                   \
            printf("\n");                                                                          \
        }                                                                                          \
    } while (0)

static int unit_result(const char *name)
{
    printf("%s: %s, %d failures\n", name, unit_failures ? "FAILED" : "passed", unit_failures);
    return unit_failures != 0;
}

/* splitmix64, Steele, Lea, Flood, 2014. */
static uint64_t unit_state = 1;

static inline uint64_t unit_random(void)
{
    uint64_t z = unit_state += UINT64_C(0x9e3779b97f4a7c15);

    z = (z ^ z >> 30) * UINT64_C(0xbf58476d1ce4e5b9);
    z = (z ^ z >> 27) * UINT64_C(0x94d049bb133111eb);
    return z ^ z >> 31;
}

/* lo..hi */
static inline int32_t unit_between(int32_t lo, int32_t hi)
{
    return lo + (int32_t)(unit_random() % (uint64_t)((int64_t)hi - lo + 1));
}

/* -1..1 */
static inline float unit_float(void)
{
    return (float)(int32_t)(uint32_t)unit_random() * 0x1p-31f;
}

/* A copy in a heap block of just this size, so that sanitizers see any access beyond it. */
static inline void *unit_copy(const void *data, size_t bytes)
{
    void *block = malloc(bytes + (bytes == 0));

    if (!block)
        abort();
    memcpy(block, data, bytes);
    return block;
}

#endif
