/* SPDX-License-Identifier: 0BSD
 * The section on steps that a library of kernels did not take. */
#ifndef PTEC_TOOLS_REPORT_REFUSED_H
#define PTEC_TOOLS_REPORT_REFUSED_H

#include "tools/report/facts.h"

bool has_steps_by_others(const Facts *f);
void add_refused_section(Text *t, const Facts *f);
const char *refusal_text(const char *why); /* "has no kernel for such steps" */

#endif
