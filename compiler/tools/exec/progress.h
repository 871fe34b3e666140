/* SPDX-License-Identifier: 0BSD
 * One line on a terminal's standard error, rewritten in place; nothing elsewhere. */
#ifndef PTEC_TOOLS_EXEC_PROGRESS_H
#define PTEC_TOOLS_EXEC_PROGRESS_H

#include "base/util.h"

/* Shows progress in one line, if standard error is a terminal (tools/exec/progress.c). */
void progress(const char *fmt, ...) PRINTF(1, 2);
void progress_end(void);

#endif
