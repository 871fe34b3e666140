/* SPDX-License-Identifier: 0BSD
 * The C functions of custom operators: which there are, and the types of their parameters, by the
 * user's schema or by the calls. */
#ifndef PTEC_IMPORT_FOREIGN_SIGNATURE_H
#define PTEC_IMPORT_FOREIGN_SIGNATURE_H

#include "graph/foreign.h"
#include "import/call/call.h"

bool is_custom(const Model *m, const FileOp *op);
/* Returns the row of a call with `nargs` arguments. */
const OpRow *custom_row(const Model *m, const FileOp *op, int nargs);
/* Returns the function of the call's operator, and has its parameters fit these arguments, too. */
ForeignFunction *custom_function(Call *c, const ForeignArg *arg, int nargs);

#endif
