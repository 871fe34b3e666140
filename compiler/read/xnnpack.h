/* SPDX-License-Identifier: 0BSD
 * The graph of an XNNPACK delegate, exactly what its blob says. */
#ifndef PTEC_READ_XNNPACK_H
#define PTEC_READ_XNNPACK_H

#include "read/xnn_graph.h"

/* Returns the slot of the first value of the delegate that the instruction of the file's method
 * calls. Values inside of delegates have slots behind those of the file's and the one that import
 * gives to random numbers, call by call. */
int delegate_slots(const FileMethod *m, int instr);
/* Reads a graph of XNNPACK's format. `fb` says where in the program the blob is, for messages. */
XnnGraph *read_xnnpack(const Flatbuf *fb, const Program *p, Bytes blob);

#endif
