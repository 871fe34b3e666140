/* SPDX-License-Identifier: 0BSD
 * What the lowerings of an XNNPACK delegate's nodes share. XNNPACK's tensors are row-major in an
 * order of axes of their own (N, H, W, C around a convolution). Here a tensor keeps the logical
 * order in which it was made, and `order` says which of its axes XNNPACK's axis i is: so a
 * transpose is only another order, and what a convolution reads and writes is N, C, H, W. */
#ifndef PTEC_IMPORT_XNNPACK_XNN_H
#define PTEC_IMPORT_XNNPACK_XNN_H

#include "graph/graph.h"
#include "read/xnn_graph.h"

typedef struct XnnTensor {
    Value *value; /* NULL: not computed yet */
    int order[XNN_MAX_RANK];
    Value *scale, *zero;      /* one for each row, of what is quantised by rows */
    Value *reals;             /* what those bytes were made of, its axes in XNNPACK's order */
    int inner;                /* the trailing axes that make a row */
    struct XnnTensor *pixels; /* the same with rows of one axis, once a node asked for it */
} XnnTensor;

/* Describes a node that is being lowered. */
typedef struct XnnCall {
    const XnnGraph *graph;
    const XnnNode *node;
    int first_slot;    /* Value.slot of value 0 of the graph */
    XnnTensor *tensor; /* one for each value of the graph */
} XnnCall;

#endif
