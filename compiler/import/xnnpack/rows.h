/* SPDX-License-Identifier: 0BSD
 * Dynamic quantisation in an XNNPACK delegate's graph: each row gets a scale and a zero point
 * from its own data, and products with it give floats. */
#ifndef PTEC_IMPORT_XNNPACK_ROWS_H
#define PTEC_IMPORT_XNNPACK_ROWS_H

#include "import/call/import.h"
#include "import/xnnpack/xnn.h"

/* Quantises `in` with a scale for each row of the last `inner` axes. */
XnnTensor xnn_quantise_rows(Call *c, Value *in, int inner);
/* Returns the node's operand 'input1' with a scale for each row of its last axis, for a node that
 * computes each pixel by itself, whatever shares a scale in the operand. */
XnnTensor xnn_pixel_rows(Call *c);
/* Prepares `s`, a product or convolution of `in`, which xnn_quantise_rows() made with a scale for
 * each row of the last `inner` axes, with `filter`, which has one for each channel along `axis`; it
 * gives floats. */
void xnn_requantise_rows(Call *c, Step *s, const XnnTensor *in, int inner, const XnnValue *filter,
                         int axis);
/* The same with the node's 'filter', whose channels are its first axis, and its 'bias'. */
void xnn_requantise_filtered(Call *c, Step *s, const XnnTensor *in, int inner);

#endif
