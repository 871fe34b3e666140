/* SPDX-License-Identifier: 0BSD
 * How a step reads its operands. */
#ifndef PTEC_GRAPH_ACCESS_H
#define PTEC_GRAPH_ACCESS_H

#include "graph/graph.h"

/* How a step reads an operand: in-place, rings and fusion ask only this. */
typedef enum AccessKind { A_POINT, A_WINDOW, A_AXIS, A_ALL } AccessKind;

AccessKind step_access(const Step *s, int operand);
/* Does a map's loop have to know where it is? Not to look up numbers in a table. */
bool is_positional(const Step *s);
bool is_table(const Step *s, int operand); /* read with AT, at positions that other operands give */
/* Does the chain's result, row by row, lie on the operand's rows if it lies on what is added? */
bool adds_to_operand(const Step *first, const Step *last);
/* Does the step, a MAP, overwrite each element of the operand when it has read it? */
bool reads_in_place(const Step *s, int operand);

#endif
