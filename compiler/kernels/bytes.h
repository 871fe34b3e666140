/* SPDX-License-Identifier: 0BSD
 * Which convolutions and products of bytes the kernels of microcontrollers take, ptec's own and
 * those of libraries. */
#ifndef PTEC_KERNELS_BYTES_H
#define PTEC_KERNELS_BYTES_H

#include "graph/graph.h"

/* Bits of the fields of the kernels' parameters: of extents and groups, and of a window's numbers.
 */
enum { EXTENT_BITS = 16, WINDOW_BITS = 8 };

bool has_byte_shape(const Step *s);                         /* do its extents fit these fields? */
bool is_const_of(const Value *v, DType type, int64_t most); /* of `most` elements at most */
/* Are the operand and the result of the convolution, of bytes or floats, pictures of a size that is
 * known, with nothing but a clamp behind the sums? */
bool fits_pictures(const Step *s);
bool lies_in_order(const Step *s); /* have these pictures their channels last? */
bool takes_byte_conv(const Step *s, RequantKind requant);
bool takes_byte_product(const Step *s, RequantKind requant);
/* The same of 16-bit integers times bytes, with sums of 32 bits, of one group. */
bool takes_word_conv(const Step *s);
bool takes_word_product(const Step *s);

#endif
