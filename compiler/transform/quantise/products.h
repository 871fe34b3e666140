/* SPDX-License-Identifier: 0BSD
 * Convolutions and matrix products of dequantised numbers whose result is quantised: sums of
 * integers, one rounding behind them. */
#ifndef PTEC_TRANSFORM_QUANTISE_PRODUCTS_H
#define PTEC_TRANSFORM_QUANTISE_PRODUCTS_H

#include "graph/graph.h"

void quantise_products(Graph *g);

#endif
