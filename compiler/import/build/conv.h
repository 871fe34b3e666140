/* SPDX-License-Identifier: 0BSD
 * Convolutions as steps; those over three axes are sums of convolutions over two. */
#ifndef PTEC_IMPORT_BUILD_CONV_H
#define PTEC_IMPORT_BUILD_CONV_H

#include "import/call/import.h"

/* Appends a convolution. Weights are [O, I / groups, ...], transposed [I, O / groups, ...]. */
Step *conv_into(Call *c, Value *in, Value *weight, Value *bias, const Window *w, int64_t groups,
                bool transposed, Value *out);
/* Refuses the call unless the channels of `in` (axis 1) and of `weight`, as above, divide into
 * `groups` equal parts. */
void need_groups(Call *c, const Value *in, const Value *weight, int64_t groups);
/* Appends the convolution that the call's arguments describe and returns its sums, of the operands'
 * type. Sets `*out` to the file's result, which may be of another type and is not written yet. */
Value *convolved(Call *c, Value *in, Value *weight, Value *bias, bool transposed, Value **out);
void convolution_by(Call *c, Value *weight, bool transposed); /* into the result */
void need_known_volume(Call *c, const Value *in); /* refuses open sizes of the last three axes */
Window plane_window(const Window *w);             /* the last two of the three axes */
void convolve_volume(Call *c, Value *in, Value *weight, Value *bias, const Window *w,
                     int64_t groups, Value *out);
void convolve_volume_transposed(Call *c, Value *in, Value *weight, Value *bias, const Window *w,
                                int64_t groups, Value *out);

Value *convolution_out(Call *c, Value *in, Value *weight, Value *bias, const Window *w,
                       int64_t groups, bool transposed);

Size *size_times(Size *a, Size *b);

#endif
