/* SPDX-License-Identifier: 0BSD
 * `run --profile`: how long each step takes on this machine. */
#ifndef PTEC_TOOLS_PROFILE_STEP_TIMES_H
#define PTEC_TOOLS_PROFILE_STEP_TIMES_H

#include "tools/exec/exec.h"

/* Returns the code with a PTE_STEP that adds the time of each step to its sum. */
Emitted with_times(const Emitted *e);
void clear_times(Exec *x, const Model *m); /* before the calls that count */
/* Prints the steps of the method, the slowest first, by their means over `calls` calls that took so
 * many seconds each, and returns lines "STEP SECONDS" as read_profile() takes them. */
Text report_times(Exec *x, const Graph *g, int calls, double seconds);

#endif
