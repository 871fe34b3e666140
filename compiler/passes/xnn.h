/* SPDX-License-Identifier: 0BSD
 * What the lowerings of an XNNPACK delegate's nodes share. XNNPACK's tensors are row-major in an
 * order of axes of their own (N, H, W, C around a convolution). Here a tensor keeps the logical
 * order in which it was made, and `order` says which of its axes XNNPACK's axis i is: so a
 * transpose is only another order, and what a convolution reads and writes is N, C, H, W. */
#ifndef XNN_H
#define XNN_H

#include "../read/xnnpack.h"
#include "lower.h"

typedef struct XnnTensor {
    Value *value; /* NULL: not computed yet */
    int order[XNN_MAX_RANK];
    Value *scale, *zero; /* one for each row, of what is quantised by rows */
} XnnTensor;

/* A node that is being lowered. */
typedef struct XnnCall {
    const XnnGraph *graph;
    const XnnNode *node;
    XnnTensor *tensor; /* of each value of the graph */
} XnnCall;

extern const int xnn_same_order[XNN_MAX_RANK];
extern const int xnn_nchw[4]; /* N, C, H, W among N, H, W, C */

/* -- import_xnn.c: fields of the node by name -- */
uint32_t xnn_uint(Call *c, const char *name);
float xnn_float(Call *c, const char *name);
/* Exactly `n` numbers; n < 0: any count, at most XNN_MAX_RANK. Returns the count. */
int xnn_uints(Call *c, const char *name, uint32_t *out, int n);
void xnn_flags(Call *c, uint32_t known);              /* refuses others */
const XnnValue *xnn_value(Call *c, const char *name); /* NULL: none */
XnnTensor xnn_tensor(Call *c, const char *name);
Value *xnn_in(Call *c, const char *name); /* in XNNPACK's order of axes */
/* Axis i is XNNPACK's axis axes[i]; no view where the tensor has that order already. */
Value *xnn_in_order(Call *c, const char *name, int rank, const int *axes);
/* A filter or bias, NULL if there is none; those of halves are stored as floats. */
Value *xnn_weight(Call *c, const char *name, int rank, const int *axes, DType like);
bool xnn_clamps(const Call *c);
Expr *xnn_clamped(const Call *c, Expr *e); /* to the node's output range */
void xnn_clamp(const Call *c, Step *s);    /* the same in a step's epilogue */

/* -- results -- */
DType xnn_dtype(Call *c, const XnnValue *v);
/* A new value for the result, whose axis i is XNNPACK's axis axes[i]. */
Value *xnn_out(Call *c, const char *name, int rank, Size *const *dim, const int *axes);
void xnn_bind(Call *c, const char *name, Value *v, const int *order); /* the result is `v` */
void xnn_bind_tensor(Call *c, const char *name, XnnTensor t);

/* -- lower_xnn.c: elementwise nodes -- */
enum { XNN_MAP_INPUTS = 2 };

/* The inputs, aligned so that they broadcast, and the value for the result. */
typedef struct XnnMap {
    Call *c;
    const char *name[XNN_MAP_INPUTS];
    Value *in[XNN_MAP_INPUTS], *out;
    int nin;
} XnnMap;
XnnMap xnn_map(Call *c);
/* The expression over the inputs as reals; quantised tensors are converted on both sides. */
void lower_xnn_map_as(Call *c, const char *text);

/* -- lower_xnn_quant.c -- */
bool xnn_is_quantised(const XnnValue *v);                /* 8 bits with one scale */
Named xnn_real(Call *c, const char *role, float number); /* parameters that live in the weights */
Named xnn_integer(Call *c, const char *role, double number);
int xnn_quantised(const XnnValue *v, float real); /* an element of `v` */
int xnn_least(const Call *c, const XnnValue *v);  /* the node's output range as such */
int xnn_most(const Call *c, const XnnValue *v);
void xnn_need_same_scale(Call *c, const char *a, const char *b);
void xnn_mean_of_bytes(Call *c, Value *in, uint32_t axes, Value *out);
/* A convolution or product of quantised tensors. */
void xnn_requantise(Call *c, Step *s, int64_t channels);

/* -- lower_xnn_rows.c -- */
/* With a scale for each row of the last `inner` axes. */
XnnTensor xnn_quantise_rows(Call *c, Value *in, int inner);
/* A product or convolution with such a tensor. */
void xnn_requantise_rows(Call *c, Step *s, int inner);

#endif
