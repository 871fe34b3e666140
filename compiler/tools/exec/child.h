/* SPDX-License-Identifier: 0BSD
 * The process that compiles in memory or loads emitted C, and runs it under limits. */
#ifndef PTEC_TOOLS_EXEC_CHILD_H
#define PTEC_TOOLS_EXEC_CHILD_H

#include "tools/exec/tools.h"

/* Answers each byte from `link` with one, after the call that `shared` describes. */
_Noreturn void serve_calls(Exec *x, int link);

#endif
