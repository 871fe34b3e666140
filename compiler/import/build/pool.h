/* SPDX-License-Identifier: 0BSD
 * Pools as steps. */
#ifndef PTEC_IMPORT_BUILD_POOL_H
#define PTEC_IMPORT_BUILD_POOL_H

#include "import/call/import.h"

/* Three functions read arguments: kernel_size, stride, padding, dilation; the shape of the result
 * over its last axes; divisor_override, or 0 if it is not given. */
void pool_window(Call *c, Window *w, int rank);
void pooled_dims(Call *c, const Window *w, const Value *in, bool ceil_mode, Size **dim);
int64_t arg_divisor(Call *c);
/* Pools over the last two of four axes. `nin` is 2 if bytes are clamped, then the caller sets
 * in[1]; `indices` gets the places of maxima, or is NULL. */
Step *pool_planes(Call *c, PoolOp op, Value *in, int nin, const Window *w, Value *out,
                  Value *indices);

/* Returns a pool's operand as [batch, channels, rows, columns]: a tensor of rank 3 is one image. */
Value *as_images(Call *c, Value *v);
/* Returns where the pool writes `out`: itself, or for a single image a value that the caller copies
 * to it by finish_images(). */
Value *images_out(Call *c, Value *out);
void finish_images(Call *c, Value *images, Value *out);

Step *pool_step(Call *c, const char *input, PoolOp op, int nin);

#endif
