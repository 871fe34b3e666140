/* SPDX-License-Identifier: 0BSD
 * The part of the summary on what a caller passes to a method and what it keeps between calls. */
#ifndef PTEC_TOOLS_REPORT_ARGUMENTS_H
#define PTEC_TOOLS_REPORT_ARGUMENTS_H

#include "tools/report/facts.h"

bool has_border(const Graph *g); /* does the C pass bytes where the program has floats? */
void add_arguments(Text *t, const MethodFacts *f);

#endif
