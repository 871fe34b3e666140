/* SPDX-License-Identifier: 0BSD
 * The functions that lower the operators of the tables. */
#ifndef PTEC_IMPORT_LOWERINGS_H
#define PTEC_IMPORT_LOWERINGS_H

#include "import/call/import.h"
#include "operators/operators.h"

Lowering lowering_of(const OpRow *row);
Lowering lowering_of_parts(const OpRow *row); /* if OpRow.parts */

#endif
