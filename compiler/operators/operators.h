/* SPDX-License-Identifier: 0BSD
 * The operator tables, one row an operator (operators.def, xnnpack.def), and which take complex
 * numbers (complex.def). A table of import has the functions that lower them. */
#ifndef PTEC_OPERATORS_OPERATORS_H
#define PTEC_OPERATORS_OPERATORS_H

#include "operators/schema.h"

const OpRow *op_find(const char *name, const char *overload);
const OpRow *op_rows(int *count);
/* Returns the row of a node kind of XNNPACK's format. If it has neither `map` nor `lowered`,
 * nothing implements that kind. NULL: the format has no such number. */
const OpRow *xnn_row(uint64_t id);

#endif
