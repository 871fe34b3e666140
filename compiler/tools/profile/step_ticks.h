/* SPDX-License-Identifier: 0BSD
 * `verify --profile`: how many ticks, and events of the processor, each step takes on a target. */
#ifndef PTEC_TOOLS_PROFILE_STEP_TICKS_H
#define PTEC_TOOLS_PROFILE_STEP_TICKS_H

#include "base/json.h"
#include "tools/etdump/recorder.h"

typedef struct StepTicks StepTicks;

StepTicks *step_ticks_new(const ExecOptions *o);
/* Adds a call's steps, and which counters the target has. */
void step_ticks_add(StepTicks *t, const CallRecord *c, const ExecResult *r);
/* Prints the steps of each method, the slowest first, by the means of its calls. */
void step_ticks_print(const StepTicks *t);
void step_ticks_json(const StepTicks *t, Json *j);
/* Writes lines as read_profile() takes them, with a microsecond for a tick. */
void step_ticks_write(const StepTicks *t, const char *path);

#endif
