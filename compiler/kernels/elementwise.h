/* SPDX-License-Identifier: 0BSD
 * Elementwise steps that are functions of a library: what they compute, and over which operands. */
#ifndef PTEC_KERNELS_ELEMENTWISE_H
#define PTEC_KERNELS_ELEMENTWISE_H

#include "graph/graph.h"

bool is_whole(const Value *v, DType type);    /* a tensor of known sizes, with elements */
bool map_is_unary(const Step *s, DType type); /* of one operand, which lies where the result does */
const Expr *map_expression(const Step *s);    /* of half floats: what is rounded to them */
/* Is this its expression? `name` of the operands in their order; NULL: there is one, of any name */
bool map_computes_of(const Step *s, const char *const *name, const char *text);
bool map_computes(const Step *s, const char *text);
/* What it computes inside of the clamps around that, and their bounds. */
const Expr *map_unclamped(const Step *s, float *lo, float *hi);
bool map_clamps(const Step *s, float *lo, float *hi); /* its operand, and does nothing else */

#endif
