/* SPDX-License-Identifier: 0BSD
 * The numbers that a loop reads from constants of one element lie together in one constant for
 * each type: its function has one argument for them. */
#ifndef PTEC_TRANSFORM_NUMBERS_H
#define PTEC_TRANSFORM_NUMBERS_H

#include "graph/graph.h"

void join_numbers(Graph *g); /* those of one loop, in one constant for each type */

#endif
