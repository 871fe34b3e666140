/* SPDX-License-Identifier: 0BSD
 * Weights of 4 bits, two in a byte. */
#ifndef PTEC_KERNELS_FOUR_BITS_H
#define PTEC_KERNELS_FOUR_BITS_H

#include "graph/graph.h"

bool fit_4_bits(const int8_t *weight, int64_t n); /* are all of them -8 to 7? */
/* Do the elements of a constant matrix fit 4 bits, and make pairs within each column? */
bool has_4_bits(const Value *b);
/* Are the weights of a product of bytes stored in pairs, as pte_gemm_s4_rows() reads them? They
 * fit, no other step reads them as bytes, and nobody prefers speed. */
bool takes_four_bits(const Graph *g, const Step *s);
void pack_four_bits(Graph *g, Step *s);

#endif
