/* SPDX-License-Identifier: 0BSD
 * The graph of an XNNPACK delegate, exactly what its blob says. */
#ifndef PTEC_READ_XNNPACK_H
#define PTEC_READ_XNNPACK_H

#include "read/xnn_graph.h"

/* Reads a graph of XNNPACK's format. `fb` says where in the program the blob is, for messages. */
XnnGraph *read_xnnpack(const Flatbuf *fb, const Program *p, Bytes blob);

#endif
