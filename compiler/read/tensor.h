/* SPDX-License-Identifier: 0BSD
 * Tensors of a program: shape, place in memory, data. */
#ifndef PTEC_READ_TENSOR_H
#define PTEC_READ_TENSOR_H

#include "read/read.h"

/* Returns a tensor of complex numbers as one of their real and imaginary parts, along one more axis
 * behind all others. */
FileTensor tensor_in_parts(const FileTensor *t);
FileTensor *read_tensor(Reader *r, const Table *t);

#endif
