/* SPDX-License-Identifier: 0BSD
 * The section that lists the steps: shapes, kernels, and all else of each when it is opened. */
#ifndef PTEC_TOOLS_REPORT_LAYERS_H
#define PTEC_TOOLS_REPORT_LAYERS_H

#include "tools/report/facts.h"

void add_layers_section(Text *t, const Facts *f);

#endif
