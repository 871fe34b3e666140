/* SPDX-License-Identifier: 0BSD
 * Seconds of time and of the processor. */
#ifndef PTEC_TOOLS_EXEC_CHILD_TIME_H
#define PTEC_TOOLS_EXEC_CHILD_TIME_H

#include "tools/exec/tools.h"

#include <sys/types.h>

int exec_cpu_seconds(const ExecOptions *o);

typedef struct Watch {
    pid_t process;
    double since, used; /* when it was last seen to compute; seconds of the processor until then */
} Watch;
double watch_idle(Watch *w); /* seconds of time for which the process has computed nothing */

#endif
