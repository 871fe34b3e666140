/* SPDX-License-Identifier: 0BSD
 * Values of any dtype as numbers and as text. */
#ifndef PTEC_TOOLS_EXEC_TENSOR_H
#define PTEC_TOOLS_EXEC_TENSOR_H

#include "read/program.h"

/* These read values of any dtype as numbers, and write them as text (tools/exec/tensor.c). */
int64_t tensor_count(const FileTensor *t);                 /* elements */
void tensor_strides(const FileTensor *t, int64_t *stride); /* by logical axis, in elements */
double tensor_number(int dtype, const void *data, int64_t i);
int64_t tensor_integer(int dtype, const void *data, int64_t i);
FileTensor tensor_in_order(const FileTensor *t, const uint8_t *dim_order);
FileTensor tensor_in_rows(const FileTensor *t); /* row-major */
FileTensor tensor_of(const CaseValue *v);     /* a scalar as one of rank 0, complex ones in parts */
void add_tensor(Text *t, const CaseValue *v); /* "f32 [1, 10]", and the numbers, abbreviated */
void add_shape(Text *t, const FileTensor *tensor);

#endif
