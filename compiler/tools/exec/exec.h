/* SPDX-License-Identifier: 0BSD
 * What the processes on both sides of a run of emitted C share; only for exec.c and its parts. */
#ifndef PTEC_TOOLS_EXEC_EXEC_H
#define PTEC_TOOLS_EXEC_EXEC_H

#include "tools/exec/execution.h"

/* Compiles and loads the code, one at a time; a failure is fatal. Every instance has its own
 * state. */
Exec *exec_open(const ExecOptions *o, const Emitted *e, int instances);
/* Makes the next call find the instance as at start-up: rubbish in its memory, then reset. */
void exec_reset(Exec *x, int instance);
/* Announces a call to a target: all calls are announced first, in their order, and then
 * exec_start() builds and starts the image. */
void exec_announce(Exec *x, const Graph *g, int instance, const CaseValue *input);
void exec_start(Exec *x);
ExecResult exec_call(Exec *x, const Graph *g, int instance, const CaseValue *input, int repeat);
/* Makes calls on the first instance, of which the last one's result counts; a call that fails is
 * fatal. */
ExecResult exec_calls(Exec *x, const Graph *g, const CaseValue *input, int repeat);
uint8_t *exec_trace(Exec *x); /* Emitted.trace_bytes, shared with the emitted code */
void exec_close(Exec *x);

#endif
