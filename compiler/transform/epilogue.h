/* SPDX-License-Identifier: 0BSD
 * Work behind a convolution moves into it: factors and offsets of each channel (batch norm) into
 * its weights, the addition of another tensor, the clamp and hard-swish into its epilogue. */
#ifndef PTEC_TRANSFORM_EPILOGUE_H
#define PTEC_TRANSFORM_EPILOGUE_H

#include "graph/graph.h"

void fill_epilogues(Graph *g); /* of convolutions of floats, except for portable kernels */

#endif
