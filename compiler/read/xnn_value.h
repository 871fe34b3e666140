/* SPDX-License-Identifier: 0BSD
 * Values of an XNNPACK delegate's graph: shapes, constants, quantisation. */
#ifndef PTEC_READ_XNN_VALUE_H
#define PTEC_READ_XNN_VALUE_H

#include "read/xnn_graph.h"

void read_xnn_values(XnnReader *r, Vector values);

#endif
