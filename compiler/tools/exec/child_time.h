/* SPDX-License-Identifier: 0BSD
 * Seconds of time and of the processor. */
#ifndef PTEC_TOOLS_EXEC_CHILD_TIME_H
#define PTEC_TOOLS_EXEC_CHILD_TIME_H

#include "tools/exec/tools.h"

int exec_cpu_seconds(const ExecOptions *o);
double now_seconds(void);
const char *exec_compiler(const ExecOptions *o); /* "libtcc", "gcc -O2" */

#endif
