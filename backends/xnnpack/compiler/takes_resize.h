/* SPDX-License-Identifier: 0BSD
 * Which bilinear resamplings XNNPACK takes: those whose tables say what it computes by itself. */
#ifndef PTEC_BACKENDS_XNNPACK_COMPILER_TAKES_RESIZE_H
#define PTEC_BACKENDS_XNNPACK_COMPILER_TAKES_RESIZE_H

#include "graph/graph.h"

/* Says where m elements lie among n: in the middles of m equal parts, from the first to the last,
 * or from the first on in steps of n / m. */
typedef enum XnnResize { RESIZE_CENTRES, RESIZE_CORNERS, RESIZE_LEGACY, RESIZE_OTHER } XnnResize;

XnnResize xnnpack_resize(const Step *s);
bool xnnpack_takes_resize(const Step *s);                 /* once layouts are right */
bool xnnpack_resizes_in_order(const Step *s, DType type); /* layouts are right */

#endif
