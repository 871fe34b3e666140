/* SPDX-License-Identifier: 0BSD
 * The section on memory: ptec's plan, and the program's own beside it. */
#ifndef PTEC_TOOLS_REPORT_PLAN_H
#define PTEC_TOOLS_REPORT_PLAN_H

#include "tools/report/facts.h"

void add_plan_section(Text *t, const Facts *f);

#endif
