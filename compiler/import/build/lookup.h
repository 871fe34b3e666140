/* SPDX-License-Identifier: 0BSD
 * Steps that read elements at computed positions. */
#ifndef PTEC_IMPORT_BUILD_LOOKUP_H
#define PTEC_IMPORT_BUILD_LOOKUP_H

#include "import/call/import.h"

void emit_lookup(Call *c, Value *out, int nin, Value *const *in, Expr *e);

#endif
