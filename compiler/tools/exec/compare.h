/* SPDX-License-Identifier: 0BSD
 * Recorded outputs against ours: the rules of tolerance, and where the largest error is. */
#ifndef PTEC_TOOLS_EXEC_COMPARE_H
#define PTEC_TOOLS_EXEC_COMPARE_H

#include "tools/exec/tools.h"

Difference compare_values(const CaseValue *got, const CaseValue *want, const Tolerance *t);
const char *shape_mismatch(const FileTensor *a, const FileTensor *b); /* dtype, rank, size */
/* Says why a recorded input is not for this argument; NULL: it is. */
const char *input_mismatch(const Arg *a, const CaseValue *v);

#endif
