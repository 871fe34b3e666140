/* SPDX-License-Identifier: 0BSD
 * Operators of the cadence library on quantised numbers, element by element or along rows. */
#ifndef PTEC_IMPORT_CADENCE_QUANTISED_H
#define PTEC_IMPORT_CADENCE_QUANTISED_H

#include "import/build/expr.h"

/* A number, or a constant tensor's first element: most operators have a form with either. */
bool cad_is_tensor(Call *c, const char *name);
double cad_number(Call *c, const char *name);
int64_t cad_integer(Call *c, const char *name);
Named cad_real(Call *c, const char *role, double number); /* in f32, in the weights */
Named cad_zero(Call *c, const char *role, int64_t number);
/* What a scale is multiplied by: 1 / scale, in double and then rounded to f32. */
double cad_inverse(Call *c, double scale);
double cad_out_factor(Call *c); /* that of out_multiplier and out_shift */
/* (x - zero) * scale; without a scale x - zero. */
Value *cad_dequantised(Call *c, Value *in, int64_t zero, const double *scale);
/* rint(x * factor) + zero within the range of the result's type; `first` before, if it is given. */
void cad_quantise(Call *c, Value *in, const double *first, double factor, int64_t zero, Value *out);
/* The ends of an integer type's range. */
double cad_least(Call *c, const Value *v);
double cad_most(Call *c, const Value *v);
/* Kernels have signed bytes: unsigned ones are 128 less, as is their zero point. */
Value *cad_signed(Call *c, Value *v, int64_t *zero);
Value *cad_signed_result(Call *c, Value *out, int64_t *zero);
void cad_unsign(Call *c, Value *bytes, Value *out); /* for what cad_signed_result() made */

#endif
