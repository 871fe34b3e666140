/* SPDX-License-Identifier: 0BSD
 * What bench.c needs of a board. */
#ifndef BENCH_H
#define BENCH_H

#include <stdbool.h>
#include <stdint.h>

/* A board may define these two. */
void bench_start(
    void); /* before anything is counted: clocks, wait states, caches; else as after a reset */
void bench_putc(char c); /* else by semihosting */

void bench_print(const char *text);
uint32_t bench_ticks(void);  /* wraps around */
bool bench_has_cycles(void); /* are ticks cycles of the processor? */

#endif
