/* SPDX-License-Identifier: 0BSD
 * The top of the page: what it is, what it takes, and answers to what readers ask first. */
#ifndef PTEC_TOOLS_REPORT_SUMMARY_H
#define PTEC_TOOLS_REPORT_SUMMARY_H

#include "tools/report/facts.h"

void add_summary(Text *t, const Facts *f);

#endif
