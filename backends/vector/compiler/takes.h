/* SPDX-License-Identifier: 0BSD
 * Which steps the vector kernels take: of what types, sizes and order in memory. */
#ifndef PTEC_BACKENDS_VECTOR_COMPILER_TAKES_H
#define PTEC_BACKENDS_VECTOR_COMPILER_TAKES_H

#include "graph/graph.h"

/* Does a vector kernel take the convolution, once layouts are right? */
bool vector_takes(const Step *s);
/* Is it in groups of 4 or 8 channels, or of 16 floats, with as many filters and a small window? */
bool has_small_groups(const Step *s);
bool takes_channels(const Step *s, int64_t channels); /* in a window's positions */
bool vector_takes_gemm(const Step *s);
bool vector_takes_matmul(const Step *s);
bool vector_takes_pool(const Step *s, DType type);
bool in_order(const Step *s);       /* a convolution that it takes, whose layouts are right */
bool saves_products(const Step *s); /* does Winograd's algorithm pay? */
bool reads_planes(const Step *s);   /* does its kernel read channels that lie apart? */

#endif
