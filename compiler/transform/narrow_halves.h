/* SPDX-License-Identifier: 0BSD
 * Pools and softmaxes of half floats, which are widened before them and rounded behind them: one
 * step of half floats where a library has that. */
#ifndef PTEC_TRANSFORM_NARROW_HALVES_H
#define PTEC_TRANSFORM_NARROW_HALVES_H

#include "graph/graph.h"

void narrow_halves(Graph *g); /* in pools and softmaxes that libraries have for them */

#endif
