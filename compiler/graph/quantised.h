/* SPDX-License-Identifier: 0BSD
 * Recognises the steps that quantise and dequantise. */
#ifndef PTEC_GRAPH_QUANTISED_H
#define PTEC_GRAPH_QUANTISED_H

#include "graph/graph.h"

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

enum { TABLE_ENTRIES = 256 }; /* of a table, one for each byte */

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
/* Does the map make of each number that was dequantised the byte that it was? */
bool undoes(const Step *map, const Dequantise *d);
Expr *table_index(const Value *bytes); /* of in0's table, in1 */
/* Entry i of the step's table, where the bytes count from the lowest. */
uint8_t table_entry(const Step *s, int i, bool is_signed);

#endif
