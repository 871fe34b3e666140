/* SPDX-License-Identifier: 0BSD
 * The table of the kernels that the steps call. */
#ifndef PTEC_TOOLS_REPORT_KERNELS_H
#define PTEC_TOOLS_REPORT_KERNELS_H

#include "tools/report/facts.h"

void add_kernels(Text *t, const Facts *f);

#endif
