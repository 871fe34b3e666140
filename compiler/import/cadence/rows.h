/* SPDX-License-Identifier: 0BSD
 * Operators of the cadence library that lay out windows as rows. */
#ifndef PTEC_IMPORT_CADENCE_ROWS_H
#define PTEC_IMPORT_CADENCE_ROWS_H

#include "import/call/import.h"

/* Adds rows and columns of `fill` around planes. */
Value *cad_padded(Call *c, Value *planes, const int64_t *before, const int64_t *after, Expr *fill);

#endif
