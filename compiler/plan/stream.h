/* SPDX-License-Identifier: 0BSD
 * Weights that a method reads block by block into the arena (--weights streamed): those of a step,
 * or of the steps of a strip, while the step before them computes. */
#ifndef PTEC_PLAN_STREAM_H
#define PTEC_PLAN_STREAM_H

#include "graph/graph.h"

/* Gives each step, or strip, the constants that it reads as its own; those of two are stored twice.
 */
void stream_weights(Graph *g);
/* Adds the places that the blocks take in the arena to those which are planned. */
void plan_streamed(Graph *g);
/* Moves each block within its place to where a line of the cache begins. */
void align_streamed(const Graph *g);
/* Places the blocks in the weights' file, in the order of their use. */
void place_streamed(Model *m);

#endif
