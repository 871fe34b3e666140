/* SPDX-License-Identifier: 0BSD
 * Running the compiler inside a process that outlives its refusals. */
#ifndef GUARD_H
#define GUARD_H

#include "graph/kernel.h"

/* Runs `work`; false if it ended by fatal(). Any other way to end is a finding: bug() aborts, and
 * so does an exit code other than 1. The caller frees what the compiler allocated. */
bool run_guarded(void (*work)(void *context), void *context);

/* Lists those of --kernels auto that need no library, or the portable one. */
const Backend **backends_alone(bool portable);

#endif
