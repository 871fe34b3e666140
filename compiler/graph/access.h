/* SPDX-License-Identifier: 0BSD
 * How a step reads its operands. */
#ifndef PTEC_GRAPH_ACCESS_H
#define PTEC_GRAPH_ACCESS_H

#include "graph/graph.h"

/* Says how a step reads an operand: code for in-place results, rings and fusion asks only this. */
typedef enum AccessKind { A_POINT, A_WINDOW, A_AXIS, A_ALL } AccessKind;

AccessKind step_access(const Step *s, int operand);
/* Does a map's loop have to know at which position it is? To look up numbers in a table it has
 * not. */
bool is_positional(const Step *s);
bool is_table(const Step *s, int operand); /* read with AT, at positions that other operands give */
/* Does `last`, if its result lies on the tensor that it adds, write row by row over the operand
 * that `first` reads? */
bool adds_to_operand(const Step *first, const Step *last);
/* Does the step, a MAP, overwrite each element of the operand after it has read it? */
bool reads_in_place(const Step *s, int operand);

#endif
