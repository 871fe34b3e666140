/* SPDX-License-Identifier: 0BSD
 * Concatenation: operands that lie together in the result are computed in their places there, and
 * need no copy; unless the result then needs more memory, as it lives from the first of them on. */
#ifndef PTEC_PLAN_SLICES_H
#define PTEC_PLAN_SLICES_H

#include "graph/live.h"

void place_slices(Graph *g,
                  const Live *live); /* puts operands of concatenations in their results */

#endif
