/* SPDX-License-Identifier: 0BSD
 * What `show` tells of the compiled program: its memory beside ExecuTorch's. */
#ifndef PTEC_TOOLS_SHOW_PLAN_H
#define PTEC_TOOLS_SHOW_PLAN_H

#include "model.h"

/* Compiles, and adds what `tell` says of the plan, or the message of the error that it ended with;
 * then it returns false. */
typedef void PlanTeller(Text *t, const Model *m);
bool tell_plan(Program *p, const Options *o, PlanTeller *tell, Text *out);
/* tools/show_plan.c: the memory that the compiled program needs, or why it does not compile. */
void show_plan(Program *p, const Options *o, Text *out);

#endif
