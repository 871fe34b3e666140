/* SPDX-License-Identifier: 0BSD
 * Dynamic quantisation in an XNNPACK delegate's graph: each row gets a scale and a zero point
 * from its own data, and products with it give floats. */
#ifndef PTEC_IMPORT_XNNPACK_ROWS_H
#define PTEC_IMPORT_XNNPACK_ROWS_H

#include "import/call/import.h"
#include "import/xnnpack/xnn.h"

/* Quantises `in` with a scale for each row of the last `inner` axes. */
XnnTensor xnn_quantise_rows(Call *c, Value *in, int inner);
/* Prepares `s`, a product or convolution with a tensor that xnn_quantise_rows() made; it gives
 * floats. */
void xnn_requantise_rows(Call *c, Step *s, int inner);

#endif
