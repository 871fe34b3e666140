/* SPDX-License-Identifier: 0BSD
 * Elementwise nodes of an XNNPACK graph. */
#ifndef PTEC_IMPORT_XNNPACK_MAP_H
#define PTEC_IMPORT_XNNPACK_MAP_H

#include "import/build/expr.h"

enum { XNN_MAP_INPUTS = 2 };

/* Holds the inputs, aligned so that they broadcast, and the value for the result. */
typedef struct XnnMap {
    Call *c;
    const char *name[XNN_MAP_INPUTS];
    Value *in[XNN_MAP_INPUTS], *out;
    int nin;
} XnnMap;

/* Holds a map of reals, whose operands are the inputs, then scales and zero points. */
typedef struct RealMap {
    XnnMap m;
    Value *in[3 * XNN_MAP_INPUTS + 2];
    int nin;
    Expr *real[XNN_MAP_INPUTS]; /* each input as a real, once it has been asked for */
} RealMap;

XnnMap xnn_map(Call *c);
/* Computes the expression `text` over the inputs as reals; quantised tensors are converted on both
 * sides. */
void lower_xnn_map_as(Call *c, const char *text);

Expr *xnn_parameter(RealMap *r, Named n);

#endif
