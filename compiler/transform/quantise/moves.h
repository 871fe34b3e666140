/* SPDX-License-Identifier: 0BSD
 * Quantise comes before what only moves elements or picks the largest, so that bytes are moved;
 * where it undoes a dequantise, both vanish. */
#ifndef PTEC_TRANSFORM_QUANTISE_MOVES_H
#define PTEC_TRANSFORM_QUANTISE_MOVES_H

#include "graph/quantised.h"

void sign_bytes(Graph *g);       /* tensors of u8 become i8 */
void quantise_earlier(Graph *g); /* moves it before what only moves elements */
/* Returns the bytes behind a view of dequantised numbers, by a move before the step; NULL if none
 * can. */
Value *moved_bytes(Graph *g, Step *before, Value *real, const Dequantise *d);

#endif
