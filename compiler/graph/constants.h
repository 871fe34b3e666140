/* SPDX-License-Identifier: 0BSD
 * Elements of constants, and of views of constants. */
#ifndef PTEC_GRAPH_CONSTANTS_H
#define PTEC_GRAPH_CONSTANTS_H

#include "graph/graph.h"

void drop_operands(Step *s); /* drops operands that the step's expression does not read */
/* Returns an element of a constant by its index in a tensor of `rank` axes, to which the constant
 * broadcasts. */
ExprNumber const_element(const Value *v, const int64_t *index, int rank);
const void *const_data(const Value *v);         /* bytes of a constant, or of a view of one */
const void *const_in_row_order(const Value *v); /* a copy where strides differ */
/* Points to the number that stands for the constants which are made of the same bytes of the file
 * and have as many themselves; -1 at first. */
int *number_of_origin(Dict *d, const Buffer *b);

#endif
