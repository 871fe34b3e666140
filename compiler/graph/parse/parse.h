/* SPDX-License-Identifier: 0BSD
 * Reads a graph from the text that dump_whole_graph() writes, so that a pass can be tested by text.
 * docs/ir.md describes the text. */
#ifndef PTEC_GRAPH_PARSE_PARSE_H
#define PTEC_GRAPH_PARSE_PARSE_H

#include "graph/graph.h"

/* Returns the graph that `text` describes, a graph of `m`. What is no such text ends the program
 * with a message that names `where`, which is the file, and the line. */
Graph *graph_parse(Model *m, const char *where, const char *text);

#endif
