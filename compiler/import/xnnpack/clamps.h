/* SPDX-License-Identifier: 0BSD
 * Clamps that are part of the node before them. */
#ifndef PTEC_IMPORT_XNNPACK_CLAMPS_H
#define PTEC_IMPORT_XNNPACK_CLAMPS_H

#include "read/xnn_graph.h"

/* Returns the nodes of the graph, where products and convolutions of bytes have become one with the
 * clamps behind them. What was such a clamp has no row. */
XnnNode *xnn_nodes_with_clamps(const XnnGraph *g);

#endif
