/* SPDX-License-Identifier: 0BSD
 * Where each buffer lies: liveness, then offsets in one arena (place.c); constants in the order
 * of their use, small ones first; state in the order of its first mention. */
#ifndef PTEC_PLAN_PLAN_H
#define PTEC_PLAN_PLAN_H

#include "graph/graph.h"

void plan(Model *m); /* where each buffer lies */

#endif
