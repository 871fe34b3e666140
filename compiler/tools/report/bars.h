/* SPDX-License-Identifier: 0BSD
 * The sections with a bar for each layer: flash, multiply-adds, time; and the largest weights. */
#ifndef PTEC_TOOLS_REPORT_BARS_H
#define PTEC_TOOLS_REPORT_BARS_H

#include "tools/report/facts.h"

/* Is a number of a step that layers are ranked by. */
typedef enum Rank { RANK_WEIGHTS, RANK_MACS, RANK_SECONDS } Rank;

double rank_of(const StepFacts *x, Rank by);
int *ranked_steps(const MethodFacts *f, Rank by, int *count); /* those above 0, the largest first */
const char *rank_text(double number, Rank by);

void add_weights_section(Text *t, const Facts *f);
void add_work_section(Text *t, const Facts *f);
const char *weight_text(const Facts *f, const Buffer *b); /* its name, and the step that reads it */

#endif
