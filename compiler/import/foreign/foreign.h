/* SPDX-License-Identifier: 0BSD
 * Calls of what the user provides: custom operators, which are C functions, and the delegates of
 * other vendors. */
#ifndef PTEC_IMPORT_FOREIGN_FOREIGN_H
#define PTEC_IMPORT_FOREIGN_FOREIGN_H

#include "import/call/import.h"
#include "operators/operators.h"

void lower_custom(Call *c);
bool is_opaque_delegate(const Model *m, const FileDelegate *d);
const char *delegate_title(const FileDelegate *d); /* its id, and whose it is */
void import_delegate(Import *im, int index);       /* a call of an opaque delegate */

#endif
