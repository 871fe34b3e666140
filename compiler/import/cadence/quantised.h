/* SPDX-License-Identifier: 0BSD
 * Operators of the cadence library on quantised numbers, element by element or along rows. */
#ifndef PTEC_IMPORT_CADENCE_QUANTISED_H
#define PTEC_IMPORT_CADENCE_QUANTISED_H

#include "import/build/expr.h"

/* The next three ask for a number, or a constant tensor's only one: most operators have a form with
 * either. */
bool cad_is_tensor(Call *c, const char *name);
double cad_number(Call *c, const char *name);
int64_t cad_integer(Call *c, const char *name);
Named cad_real(Call *c, const char *role, double number); /* in f32, in the weights */
Named cad_zero(Call *c, const char *role, int64_t number);
/* Returns what numbers are multiplied by for a scale: 1 / scale, in double and then rounded to
 * f32. */
double cad_inverse(Call *c, double scale);
double cad_out_factor(Call *c); /* from out_multiplier and out_shift */
/* Returns (x - zero) * scale in f32; if `scale` is NULL, x - zero. */
Value *cad_dequantised(Call *c, Value *in, int64_t zero, const double *scale);
/* Writes rint(x * factor) + zero within the range of the result's type; x is multiplied by `first`
 * before, if that is not NULL. */
void cad_quantise(Call *c, Value *in, const double *first, double factor, int64_t zero, Value *out);
/* Returns an end of the range of the integer type of `v`. */
double cad_least(Call *c, const Value *v);
double cad_most(Call *c, const Value *v);
/* Makes bytes signed, as kernels have them: unsigned ones become 128 less, as does their zero
 * point. */
Value *cad_signed(Call *c, Value *v, int64_t *zero);
Value *cad_signed_result(Call *c, Value *out, int64_t *zero);
void cad_unsign(Call *c, Value *bytes, Value *out); /* undoes cad_signed_result() */

#endif
