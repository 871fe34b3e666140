/* SPDX-License-Identifier: 0BSD
 * What `ptec size` prints. */
#ifndef PTEC_TOOLS_SIZE_REPORT_H
#define PTEC_TOOLS_SIZE_REPORT_H

#include "tools/size/sizes.h"

void report_sizes(Text *t, const Sizes *s);
void report_sizes_json(Text *t, const Sizes *s);

#endif
