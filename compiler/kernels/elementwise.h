/* SPDX-License-Identifier: 0BSD
 * What an elementwise step computes, as libraries name it. */
#ifndef PTEC_KERNELS_ELEMENTWISE_H
#define PTEC_KERNELS_ELEMENTWISE_H

#include "graph/graph.h"

bool is_whole(const Value *v, DType type);    /* a tensor of known sizes, with elements */
bool map_is_unary(const Step *s, DType type); /* one operand, laid out like the result */
const Expr *map_expression(const Step *s);    /* without the rounding to half floats */
/* Is `text` the expression of the map? It names the operands by `name`, in their order; NULL: there
 * is one operand, of any name. */
bool map_computes_of(const Step *s, const char *const *name, const char *text);
bool map_computes(const Step *s, const char *text);
/* Returns what the map computes inside of the clamps around that; *lo and *hi are their bounds. */
const Expr *map_unclamped(const Step *s, float *lo, float *hi);
/* Is the map of floats the function `text` of x, or a clamp? Operand and result lie alike. */
bool map_is_function(const Step *s, const char *text);
bool map_is_clamp(const Step *s);
/* Is it a softmax of floats, not its logarithm, of a size that is known? */
bool softmax_is_whole(const Step *s);
/* Is the map `op` of two tensors of floats in the same places, with a clamp behind it or none? */
bool map_is_binary(const Step *s, ExprOp op);
bool map_clamps(const Step *s, float *lo, float *hi); /* its operand, and does nothing else */

#endif
