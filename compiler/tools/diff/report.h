/* SPDX-License-Identifier: 0BSD
 * What `ptec diff` prints. */
#ifndef PTEC_TOOLS_DIFF_REPORT_H
#define PTEC_TOOLS_DIFF_REPORT_H

#include "tools/diff/compare.h"

typedef enum DiffForm { DIFF_TEXT, DIFF_MARKDOWN, DIFF_JSON } DiffForm;

void report_diff(Text *t, const Diff *d, DiffForm form);
void report_diff_json(Text *t, const Diff *d);

#endif
