/* SPDX-License-Identifier: 0BSD
 * `ptec show --model-explorer`: the compiled steps as a graph for Model Explorer. */
#ifndef PTEC_TOOLS_SHOW_EXPLORER_H
#define PTEC_TOOLS_SHOW_EXPLORER_H

#include "model.h"

/* Writes a collection of graphs, one a method: a node is a step, an input or an output. */
void explore_steps(Text *t, const Model *m);

#endif
