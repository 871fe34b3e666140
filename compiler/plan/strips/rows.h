/* SPDX-License-Identifier: 0BSD
 * Which steps can run a few rows at a time, and which rows they read. */
#ifndef PTEC_PLAN_STRIPS_ROWS_H
#define PTEC_PLAN_STRIPS_ROWS_H

#include "graph/graph.h"

enum { ROW_AXIS = 2 }; /* axis */

int64_t row_bytes(const Step *s);
/* May the step, of rank 4, compute any rows of its result by themselves? */
bool may_run_by_rows(const Step *s);
/* Does a row of the result need some rows of the operand, and not all of it? */
bool reads_by_rows(const Step *s, int operand);
int64_t height(const Step *s); /* rows that the turns of a strip's step go over */
/* Does the step reduce all rows of a picture, and can it take them a few at a time? */
bool sums_rows(const Step *s);
/* Does each row of the step's result need a window of rows of in[0], as a convolution's or pool's?
 */
bool slides_over_rows(const Step *s);

bool has_picture_rows(const Value *v);

bool pools_whole_rows(const Step *s);

#endif
