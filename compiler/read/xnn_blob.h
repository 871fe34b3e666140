/* SPDX-License-Identifier: 0BSD
 * Constants of an XNNPACK graph. */
#ifndef PTEC_READ_XNN_BLOB_H
#define PTEC_READ_XNN_BLOB_H

#include "read/xnn_graph.h"

/* Returns the first `bytes` bytes of a constant, aligned for elements of `element` bytes. */
Bytes xnn_constant(XnnReader *r, uint64_t index, uint64_t bytes, size_t element, const char *what);

#endif
