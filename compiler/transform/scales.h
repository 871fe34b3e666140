/* SPDX-License-Identifier: 0BSD
 * Depthwise convolutions of one tap, which only multiply channels and add to them, become maps.
 */
#ifndef PTEC_TRANSFORM_SCALES_H
#define PTEC_TRANSFORM_SCALES_H

#include "graph/graph.h"

void map_scales(Graph *g);

#endif
