/* SPDX-License-Identifier: 0BSD
 * --io int8: the caller passes and gets the bytes that the program quantises its inputs to, and
 * dequantises its outputs from. */
#ifndef PTEC_TRANSFORM_IO_BYTES_H
#define PTEC_TRANSFORM_IO_BYTES_H

#include "graph/graph.h"

void pass_bytes(Graph *g); /* --io int8 */

#endif
