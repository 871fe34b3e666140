/* SPDX-License-Identifier: 0BSD
 * Running the compiler inside a process that outlives its refusals. */
#ifndef GUARD_H
#define GUARD_H

#include "graph/kernel.h"

/* Runs `work`; false if it ended by fatal(). Any other way to end is a finding: bug() aborts, and
 * so does an exit code other than 1. The caller frees what the compiler allocated. */
bool run_guarded(void (*work)(void *context), void *context);

const Backend **all_backends(void); /* two, the fastest first */

#endif
