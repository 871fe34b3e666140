/* SPDX-License-Identifier: 0BSD
 * What the parts of the quantise pass share: how a program says quantise and dequantise. */
#ifndef QUANT_H
#define QUANT_H

#include "fuse.h"

/* (bytes - zero) * scale */
typedef struct Dequantise {
    const Step *step;
    Value *bytes;        /* of 8 bits */
    Value *zero, *scale; /* constants; no zero: 0 */
} Dequantise;

/* min(max(rint(real * inverse) + zero, lo), hi), an expression of the step */
typedef struct Quantise {
    const Expr *real;
    float inverse, zero, lo, hi;
} Quantise;

/* Is `v` a tensor that was dequantised, or a view of one? */
bool match_dequantise(const Value *v, Dequantise *d);
/* The same with one scale and one zero point, of bytes that the program computes. */
bool match_activation(const Value *v, Dequantise *d);
bool match_quantise(const Step *s, Quantise *q);
int32_t zero_point_of(const Dequantise *d); /* of an activation */
float scale_of(const Dequantise *d);
/* The bytes as `v` sees the numbers made of them; NULL if no view can say it. */
Value *bytes_behind(Graph *g, const Value *v, const Dequantise *d);
bool is_moderate(float scale);
float quantised(const Quantise *q, float real);

bool is_const_number(const Value *v, DType type); /* a constant of one element */
/* The only operand that is no such constant; -1 if there are several. */
int only_tensor(const Step *map);

/* -- quantise_moves.c -- */
void sign_bytes(Graph *g);       /* tensors of u8 become i8 */
void quantise_earlier(Graph *g); /* before what only moves elements */
/* The bytes behind a view of dequantised numbers, by a move before the step; NULL if none can. */
Value *moved_bytes(Graph *g, Step *before, Value *real, const Dequantise *d);

/* -- quantise_products.c -- */
void quantise_products(Graph *g);

/* -- quantise_maps.c -- */
void read_bytes(Graph *g); /* elementwise steps and sums dequantise what they read */
void tabulate(Graph *g);
/* Does the map make of each number that was dequantised the byte that it was? */
bool undoes(const Step *map, const Dequantise *d);
Expr *table_index(const Value *bytes); /* of in0's table, in1 */

#endif
