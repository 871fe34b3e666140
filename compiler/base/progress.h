/* SPDX-License-Identifier: 0BSD
 * One line on a terminal's standard error, rewritten in place; nothing elsewhere. */
#ifndef PTEC_BASE_PROGRESS_H
#define PTEC_BASE_PROGRESS_H

#include "base/util.h"

void progress_silence(void);  /* from here on nothing is shown */
bool progress_is_shown(void); /* is there a terminal, and has nobody silenced it? */
void progress(const char *fmt, ...) PRINTF(1, 2);
/* As progress(), but only when the run has taken a second: short ones show nothing. */
void progress_late(const char *fmt, ...) PRINTF(1, 2);
void progress_bytes(const char *what, uint64_t done, uint64_t of); /* as progress_late() */
void progress_end(void);                                           /* removes the line */

#endif
