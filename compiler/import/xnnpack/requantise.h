/* SPDX-License-Identifier: 0BSD
 * Sums of bytes that become bytes again. */
#ifndef PTEC_IMPORT_XNNPACK_REQUANTISE_H
#define PTEC_IMPORT_XNNPACK_REQUANTISE_H

#include "import/build/expr.h"
#include "read/xnn_graph.h"

void xnn_mean_of_bytes(Call *c, Value *in, uint32_t axes, Value *out);
/* Makes `s`, a convolution or product of quantised tensors, turn its sums into bytes. */
void xnn_requantise(Call *c, Step *s, int64_t channels);

/* The kernels multiply signed bytes: an operand or filter without sign becomes bytes of 128 less,
 * and what they give becomes the result, which is unsigned then. All else stays as it is. */
Value *xnn_signed(Call *c, Value *v);
Value *xnn_signed_result(Call *c, Value *out);
void xnn_finish_unsigned(Call *c, Value *bytes, Value *out);

void xnn_range_names(Call *c, const XnnValue *out, Named n[3]);

#endif
