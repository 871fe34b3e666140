/* SPDX-License-Identifier: 0BSD
 * Maps over short rows of bytes, as those that scale channels: what all rows share is repeated,
 * so that several rows are one and fill the vectors into which compilers put so many bytes. */
#ifndef PTEC_TRANSFORM_SHORT_ROWS_H
#define PTEC_TRANSFORM_SHORT_ROWS_H

#include "graph/graph.h"

void join_short_rows(Graph *g); /* rows of bytes, in maps */

#endif
