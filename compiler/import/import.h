/* SPDX-License-Identifier: 0BSD
 * A method of the file becomes a graph: blocks from its jumps, canonical steps from its calls. */
#ifndef PTEC_IMPORT_IMPORT_H
#define PTEC_IMPORT_IMPORT_H

#include "graph/graph.h"

Graph *import_method(Model *m, const struct FileMethod *method);

#endif
