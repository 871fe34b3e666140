/* SPDX-License-Identifier: 0BSD
 * Runs the passes of passes.def. */
#ifndef PTEC_PASSES_H
#define PTEC_PASSES_H

#include "model.h"

void run_passes(Graph *g);
/* Prints the graph if -d names this pass, or group of passes. */
void dump_after(const Graph *g, const char *name);
void check_pass_name(const char *name); /* NULL is right; an unknown name is wrong usage */
void list_passes(Text *t);              /* a line for each name that -d takes */

#endif
