/* SPDX-License-Identifier: 0BSD
 * What a process passes on to those that it starts: signals that are held back, and limits. */
#ifndef PTEC_BASE_POSIX_CHILD_H
#define PTEC_BASE_POSIX_CHILD_H

#include <signal.h>
#include <stddef.h>

enum { NENDING = 6 };
extern const int ending_signals[NENDING]; /* those that end a process unless it handles them */
/* Holds back these signals, until sigprocmask() restores `before`. */
void block_ending_signals(sigset_t *before);
void default_signals(void); /* in a process that was forked to run other code */

void limit_lower(int what, size_t value); /* RLIMIT_...; a limit that is lower stays */
void limit_address_space(size_t bytes);   /* not with sanitizers, which reserve terabytes */
void limits_note(void);                   /* at the start: those of whoever started ptec */
/* Commands that are started between the two have the limits that were noted. */
void limits_lift(void);
void limits_restore(void); /* to no more memory than the machine has */

#endif
