/* SPDX-License-Identifier: 0BSD
 * Shapes and element types, checked. */
#ifndef PTEC_READ_SHAPE_H
#define PTEC_READ_SHAPE_H

#include "read/read.h"

Shape read_shape(const Table *t, Field sizes, Field dim_order);
int read_dtype(const Table *t, Field f);
/* Returns the bytes of a tensor, 0 if its type is not known. */
uint64_t shape_bytes(const Flatbuf *fb, int dtype, int rank, const int64_t *size);
/* These end the run if `data` is too short; check_data() does so too if it is not at a multiple of
 * the element size. */
void check_size(const Flatbuf *fb, Bytes data, uint64_t bytes);
void check_data(const Flatbuf *fb, Bytes data, uint64_t bytes, int dtype);

#endif
