/* SPDX-License-Identifier: 0BSD
 * Which programs have the same bits where C computes floats with more digits than they have
 * (x87), which casts, arguments and assignments drop: those of integers, with single float
 * operations in between. */
#ifndef PTEC_EMIT_LOOPS_EXCESS_H
#define PTEC_EMIT_LOOPS_EXCESS_H

#include "graph/graph.h"

#define FREE_OF_EXCESS "#define PTE_FREE_OF_EXCESS 1" /* to pte_rt.h */

/* Does every float operation of the model become a number of its type before it is used, also where
 * C computes with more digits? */
bool is_free_of_excess(const Model *m);

#endif
