/* SPDX-License-Identifier: 0BSD
 * Normalisations that several operators contain. */
#ifndef PTEC_IMPORT_BUILD_NORM_H
#define PTEC_IMPORT_BUILD_NORM_H

#include "import/call/import.h"

void softmax(Call *c, Value *in, int axis, Value *out); /* floats only */
/* Normalises the rows of `in` into `out`; normalized_shape, weight, bias and eps are arguments. */
void layer_norm(Call *c, Value *in, Value *out);
void need_real(Call *c, const Value *in); /* refuses all but floats */

int leading_axes(Call *c, const Value *in, Size **outer);

void norm_into(Call *c, Value *in, int lead, Value *const out[3]);

void softmax_step(Call *c, StepFunction fn, Value *in, int axis, Value *out);

void norm_step(Call *c, Value *in, Value *weight, Value *bias, double eps, int lead,
               Value *const out[3]);

void norm_statistics(Call *c, Value *in, uint32_t axes, double eps, Value *mean, Value *invstd);

#endif
