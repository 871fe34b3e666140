/* SPDX-License-Identifier: 0BSD
 * Runs the passes of passes.def. */
#ifndef PTEC_PASSES_H
#define PTEC_PASSES_H

#include "model.h"

void run_passes(Graph *g);
void run_pass(Graph *g, const char *name); /* for tests: one pass at any level, if it has a use */
/* Prints the graph if -d names this pass, or group of passes. */
void dump_after(const Graph *g, const char *name);
/* Tests the order of the list, and that it has the pass `name`, which may be NULL: an unknown name
 * is wrong usage. */
void check_passes(const char *name);
void list_passes(Text *t); /* a line for each name that -d takes */

#endif
