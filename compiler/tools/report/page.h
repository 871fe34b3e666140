/* SPDX-License-Identifier: 0BSD
 * `ptec report`: one HTML page on a compiled model, for those who review it. */
#ifndef PTEC_TOOLS_REPORT_PAGE_H
#define PTEC_TOOLS_REPORT_PAGE_H

#include "model.h"

/* Writes the page, which needs no other file; `profile` is a file of times, or NULL. */
void report_page(Text *t, const Model *m, const char *profile);

#endif
