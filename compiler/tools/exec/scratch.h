/* SPDX-License-Identifier: 0BSD
 * A private folder, and the commands that work in it. Both vanish when ptec ends, however it ends.
 */
#ifndef PTEC_TOOLS_EXEC_SCRATCH_H
#define PTEC_TOOLS_EXEC_SCRATCH_H

#include "tools/exec/command.h"

/* Returns the path of a file in the scratch folder, with which it is removed. The first call makes
 * the folder. */
const char *scratch_path(const char *name);
void scratch_write(const char *name, const void *data, size_t size);
const char *scratch_folder(void);
void scratch_remove(void);

/* Starts a command in a process group of its own, one at a time, without input; output and messages
 * go to the file descriptor `output`. Returns 0, or the error if it does not start. */
int command_start(Command *c, int output);
int command_start_piped(Command *c, int *output); /* *output: the end to read from */
int command_wait(void);                           /* returns the wait status */
int command_watch(const char *doing);             /* the same, with progress() of what it does */
int command_end(double seconds); /* as command_wait(), but kills the command if it takes longer */
void command_stop(void);
const char *describe_exit(int status); /* "exit code 1" */
/* Says which package has the command, if it did not start since there is none; `package` may be
 * NULL. */
const char *package_hint(int error, const char *package);
/* Runs a compiler; false: it ends with an error. `package` is the one that has it on Debian, or
 * NULL. */
bool compiler_makes(Command *c, const char *package, Text *messages);

#endif
