/* SPDX-License-Identifier: 0BSD
 * Products of matrices. */
#ifndef PTEC_IMPORT_BUILD_GEMM_H
#define PTEC_IMPORT_BUILD_GEMM_H

#include "import/call/import.h"

typedef Step *Multiply(Call *c, Value *a, Value *b, Value *add, Value *out);

void multiply(Call *c, Value *a, Value *b, Value *out); /* [batch,] rows, columns */
Step *gemm_step(Call *c, Value *a, Value *b, Value *add, Value *out);
Value *as_rows(Call *c, Value *v); /* all leading axes as rows: [..., K] -> [rows, K] */

Step *linear_step(Call *c, Value *in, Value *weight, Value *bias, const char *weight_name,
                  Multiply *product);

#endif
