/* SPDX-License-Identifier: 0BSD
 * Layouts of pictures and filters that several kernel libraries ask for. */
#ifndef PTEC_GRAPH_LAYOUTS_H
#define PTEC_GRAPH_LAYOUTS_H

#include "graph/graph.h"

bool channels_last(const Value *v); /* of rank 3 or 4: its memory, whatever the axes are called */
bool columns_first(const Value *v); /* of rank 2 or 3: matrices, a column behind the other */
bool is_depthwise(const Step *s);
int64_t kernel_groups(const Step *s); /* of a convolution: as many as its packed weights have */
int64_t taps_of(const Step *s);       /* elements of its window */

bool has_row_stride(const Value *v, int axis, const Size *stride);

#endif
