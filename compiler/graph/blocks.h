/* SPDX-License-Identifier: 0BSD
 * Blocks joined, split and skipped; what they compute stays. */
#ifndef PTEC_GRAPH_BLOCKS_H
#define PTEC_GRAPH_BLOCKS_H

#include "graph/graph.h"

/* These passes of blocks.c change the blocks and edges of the control flow. */
void merge_blocks(Graph *g); /* a block and the only one that follows it, and only it */
void split_critical_edges(Graph *g);
void skip_empty_blocks(Graph *g); /* if no jump has to copy arguments there */

#endif
