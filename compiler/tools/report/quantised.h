/* SPDX-License-Identifier: 0BSD
 * The section on quantisation: scales and zero points, and which steps compute with floats. */
#ifndef PTEC_TOOLS_REPORT_QUANTISED_H
#define PTEC_TOOLS_REPORT_QUANTISED_H

#include "tools/report/facts.h"

bool has_quantisation(const Facts *f);
void add_quantised_section(Text *t, const Facts *f);

#endif
