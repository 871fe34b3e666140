/* SPDX-License-Identifier: 0BSD
 * What values hold before the first instruction, and which outlive the call. */
#ifndef PTEC_IMPORT_CALL_STATE_H
#define PTEC_IMPORT_CALL_STATE_H

#include "import/call/import.h"

void need_countable(const Graph *g, const FileTensor *t);
Value *value_of_tensor(Graph *g, const FileTensor *t);
DType number_type(const FileValue *v);
bool is_state(const Import *im, const FileValue *f); /* bytes that outlive the call */
Value *initial_value(Import *im, int slot);          /* before the method's first instruction */

#endif
