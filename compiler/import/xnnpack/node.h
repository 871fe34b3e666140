/* SPDX-License-Identifier: 0BSD
 * Fields, operands and results of a node of an XNNPACK graph. */
#ifndef PTEC_IMPORT_XNNPACK_NODE_H
#define PTEC_IMPORT_XNNPACK_NODE_H

#include "import/build/expr.h"
#include "import/xnnpack/xnn.h"

extern const int xnn_same_order[XNN_MAX_RANK];
extern const int xnn_nchw[4]; /* N, C, H, W among N, H, W, C */
uint32_t xnn_uint(Call *c, const char *name);
float xnn_float(Call *c, const char *name);
/* Reads exactly `n` numbers; n < 0: any count, at most XNN_MAX_RANK. Returns the count. */
int xnn_uints(Call *c, const char *name, uint32_t *out, int n);
void xnn_flags(Call *c, uint32_t known);              /* refuses others */
const XnnValue *xnn_value(Call *c, const char *name); /* NULL: none */
XnnTensor xnn_tensor(Call *c, const char *name);
XnnTensor *xnn_place(Call *c, const char *name); /* where the graph's tensors keep it */
Value *xnn_in(Call *c, const char *name);        /* its axes in XNNPACK's order */
/* Returns the tensor with XNNPACK's axis axes[i] as axis i; no view where it has that order
 * already. */
Value *xnn_in_order(Call *c, const char *name, int rank, const int *axes);
/* Returns a filter or bias, NULL if there is none. For halves it is stored as floats, and becomes
 * `like`. */
Value *xnn_weight(Call *c, const char *name, int rank, const int *axes, DType like);
bool xnn_clamps(const Call *c);
Expr *xnn_clamped(const Call *c, Expr *e); /* clamped to the node's output range */
void xnn_clamp(const Call *c, Step *s);    /* the same in a step's epilogue */
DType xnn_dtype(Call *c, const XnnValue *v);
/* Makes a new value for the result, whose axis i is XNNPACK's axis axes[i]. */
Value *xnn_out(Call *c, const char *name, int rank, Size *const *dim, const int *axes);
void xnn_bind(Call *c, const char *name, Value *v, const int *order); /* the result is `v` */
void xnn_bind_tensor(Call *c, const char *name, XnnTensor t);
bool xnn_is_quantised(const XnnValue *v);                /* 8 bits with one scale */
Named xnn_real(Call *c, const char *role, float number); /* parameters that live in the weights */
Named xnn_integer(Call *c, const char *role, double number);
int xnn_quantised(const XnnValue *v, float real); /* an element of `v` */
int xnn_least(const Call *c, const XnnValue *v);  /* the node's output range as such */
int xnn_most(const Call *c, const XnnValue *v);
void xnn_need_same_scale(Call *c, const char *a, const char *b);

#endif
