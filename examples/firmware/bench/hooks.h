/* SPDX-License-Identifier: 0BSD
 * What happens around each step of the model: the counter is read. */
#include <stdint.h>

extern uint32_t bench_step[];
uint32_t bench_ticks(void);

#define PTE_STEP(id, ptr, bytes, call)                                                             \
    do {                                                                                           \
        const uint32_t start = bench_ticks();                                                      \
        (void)(bytes), call;                                                                       \
        bench_step[id] += bench_ticks() - start;                                                   \
    } while (0)
