/* SPDX-License-Identifier: 0BSD
 * What lowerings make: constants and steps. */
#ifndef PTEC_IMPORT_CALL_STEPS_H
#define PTEC_IMPORT_CALL_STEPS_H

#include "import/call/import.h"

/* Returns a scalar that calibration changes: a 0-d constant, f32 or i32, that lives in the
 * weights. */
Value *weight_scalar(Call *c, DType dtype, double d);
Value *weight_ints(Call *c, int n, const int64_t *number);
/* Returns a constant of numbers that a lowering makes: in f64, rounded to f32, or integers in
 * i64. */
Value *weight_numbers(Call *c, DType type, int rank, const int64_t *dim, const double *number);
Source call_source(const Call *c); /* of the steps that the call becomes */
Step *emit_step(Call *c, Kind kind, int nin, int nout);
Value *emit_map(Call *c, Value *out, int nin, Value *const *in, Expr *e);

#endif
