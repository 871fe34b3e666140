/* SPDX-License-Identifier: 0BSD
 * Steps that move pieces of tensors. */
#ifndef PTEC_IMPORT_BUILD_MOVE_H
#define PTEC_IMPORT_BUILD_MOVE_H

#include "import/call/import.h"

Expr *fill_value(Call *c, const char *name, DType type);
Step *move_step(Call *c, Value *out, int nin, Value *const *in, int npieces);
/* Appends a move whose pieces are set. Where strides cannot say it, as with layouts other than
 * row-major at sizes of run time, copies bring operands to row-major order and the result back. */
void append_move(Call *c, Step *s);
/* Puts operand k behind the one before along `axis` of the result; with `new_axis`, operands lack
 * that axis. */
void join(Call *c, int n, Value **in, int axis, bool new_axis, Value *out);
/* Fills the result, then copies the operand into its middle; negative padding crops. */
void pad_to(Call *c, Value *in, const int64_t *before, const int64_t *after, Expr *fill,
            Value *out);

void pad_by(Call *c, Value *in, const int64_t *before, const int64_t *after, const char *value);

#endif
