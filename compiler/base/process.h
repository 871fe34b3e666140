/* SPDX-License-Identifier: 0BSD
 * This process: how it starts, what it may take, and what it does when it ends, however it ends. */
#ifndef PTEC_BASE_PROCESS_H
#define PTEC_BASE_PROCESS_H

#include <signal.h>
#include <stddef.h>

/* Prepares the process of main(): a file that grows too large is an error of write(), and it takes
 * no more memory than the machine has. */
void process_start(void);

/* Calls `clean` when this process exits or a signal ends it; files before the commands and folders
 * in which they may lie. It may only do what a signal handler may. */
typedef enum EndingOrder { END_FILES, END_COMMANDS, ENDINGS } EndingOrder;
void at_end(EndingOrder order, void (*clean)(void));
/* Holds back the signals that end the process, until sigprocmask() restores `before`. */
void block_ending_signals(sigset_t *before);
void default_signals(void); /* in a process that was forked to run other code */

void limit_lower(int what, size_t value); /* RLIMIT_...; a limit that is lower stays */
void limit_address_space(size_t bytes);   /* not with sanitizers, which reserve terabytes */
/* Commands that are started between the two have the limits that ptec was started with. */
void limits_lift(void);
void limits_restore(void);

#endif
