/* SPDX-License-Identifier: 0BSD
 * Which steps threads compute in parts, along which extent of their kernel's parameters. */
#ifndef PTEC_PLAN_SPLIT_H
#define PTEC_PLAN_SPLIT_H

#include "graph/graph.h"

void split_steps(Graph *g); /* chooses the parts that threads compute */

#endif
