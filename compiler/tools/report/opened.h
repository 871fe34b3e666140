/* SPDX-License-Identifier: 0BSD
 * What a step shows when it is opened. */
#ifndef PTEC_TOOLS_REPORT_OPENED_H
#define PTEC_TOOLS_REPORT_OPENED_H

#include "tools/report/facts.h"

void add_opened_step(Text *t, const MethodFacts *f, const StepFacts *x);
const char *turns_text(const Step *s); /* "1 to 6": the steps that take turns with this one */

#endif
