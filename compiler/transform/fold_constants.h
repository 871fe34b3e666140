/* SPDX-License-Identifier: 0BSD
 * Constants are computed here, with the runtime's own arithmetic, as long as they do not grow. */
#ifndef PTEC_TRANSFORM_FOLD_CONSTANTS_H
#define PTEC_TRANSFORM_FOLD_CONSTANTS_H

#include "graph/graph.h"

void fold_constants(Graph *g, bool bytes); /* bytes: constants of 8 bits too */

#endif
