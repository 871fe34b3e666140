/* SPDX-License-Identifier: 0BSD
 * This process: how it starts, what it may take, and what it does when it ends, however it ends. */
#ifndef PTEC_BASE_PROCESS_H
#define PTEC_BASE_PROCESS_H

/* Prepares the process of main(): a file that grows too large is an error of write(), it takes no
 * more memory than the machine has, and standard input and output are bytes. */
void process_start(void);

/* Calls `clean` when this process exits or a signal ends it; files before the commands and folders
 * in which they may lie. It may only do what a signal handler may. */
typedef enum EndingOrder { END_FILES, END_COMMANDS, ENDINGS } EndingOrder;
void at_end(EndingOrder order, void (*clean)(void));

/* Calls `end` at each signal that ends the process and that nobody ignores. */
void call_at_signals(void (*end)(int number));

#endif
