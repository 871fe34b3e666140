/* SPDX-License-Identifier: 0BSD
 * Recognises the steps that quantise and dequantise. */
#ifndef PTEC_GRAPH_QUANTISED_H
#define PTEC_GRAPH_QUANTISED_H

#include "graph/graph.h"

/* Is a step that computes (bytes - zero) * scale. The `bytes` may be integers of 16 bits, too. */
typedef struct Dequantise {
    const Step *step;
    Value *bytes;
    Value *zero, *scale; /* constants; no zero: 0 */
} Dequantise;

/* Is an expression of a step that computes min(max(rint(real * inverse) + zero, lo), hi). */
typedef struct Quantise {
    const Expr *real;
    float inverse, zero, lo, hi;
} Quantise;

enum { TABLE_ENTRIES = 256 }; /* a table has one for each byte */

/* Is `v` a tensor that was dequantised, or a view of one? */
bool match_dequantise(const Value *v, Dequantise *d);
/* Is `v` such a tensor, of bytes that the program computes, with one scale and one zero point? */
bool match_activation(const Value *v, Dequantise *d);
bool match_quantise(const Step *s, Quantise *q);
int32_t zero_point_of(const Dequantise *d); /* of an activation */
float scale_of(const Dequantise *d);
/* Returns a view of the bytes that shows what `v` shows of the numbers made of them; NULL if no
 * view can express it. */
Value *bytes_behind(Graph *g, const Value *v, const Dequantise *d);
bool is_quantised(const Value *v); /* of 8 bits, or signed ones of 16 */
bool is_moderate(float scale);
float quantised(const Quantise *q, float real);
/* Does the map make integers, as those of quantised tensors, of the elements of one tensor of
 * floats? */
bool narrows(const Step *map);
int64_t narrowed(const Step *map, float real);    /* what such a map makes of an element */
bool is_const_number(const Value *v, DType type); /* a constant of one element */
/* Returns the only operand that is no constant of one element; -1 if there are several or none. */
int only_tensor(const Step *map);
/* Does the map turn each number that was dequantised back into the integer that it was? */
bool undoes(const Step *map, const Dequantise *d);
Expr *table_index(const Value *bytes); /* the index in in1, a table, for a byte of in0 */
/* Computes entry `i` of the step's table, where entry 0 is for the lowest byte. */
uint8_t table_entry(const Step *s, int i, bool is_signed);

#endif
