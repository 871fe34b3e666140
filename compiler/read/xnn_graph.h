/* SPDX-License-Identifier: 0BSD
 * The graph of an XNNPACK delegate as the file has it. */
#ifndef PTEC_READ_XNN_GRAPH_H
#define PTEC_READ_XNN_GRAPH_H

#include "operators/operators.h"
#include "read/flatbuf.h"
#include "read/program.h"

enum { XNN_MAX_RANK = 6 };

/* Numbers the types as the format's XNNDatatype does. */
typedef enum XnnType {
    XNN_FP32 = 1,
    XNN_FP16,
    XNN_QINT8,   /* one scale and zero point */
    XNN_QUINT8,  /* the same, unsigned */
    XNN_QINT32,  /* a bias */
    XNN_QCINT8,  /* a scale for each channel */
    XNN_QCINT32, /* a bias */
    XNN_QCINT4,  /* a scale for each channel, unsigned around 8 */
    XNN_QDINT8,  /* a scale and zero point for each row, from the data */
    XNN_QBINT4,  /* a scale for each block of each channel, unsigned around 8 */
    XNN_QPINT8,  /* packed: no program can hold such a value */
    XNN_INT32,
    XNN_PFP32, /* packed */
    XNN_BF16
} XnnType;

typedef enum QuantKind { Q_NONE, Q_TENSOR, Q_CHANNEL, Q_GROUP, Q_TOKEN } QuantKind;

typedef struct XnnValue {
    uint32_t id;
    XnnType type;
    int rank;
    int64_t dim[XNN_MAX_RANK]; /* of a value that is not constant: the bounds at export */
    bool input, output, constant;
    bool quantise_rows; /* an input that is quantised by rows before anybody reads it */
    uint32_t external;  /* input, output: the argument of the delegate's call */
    Bytes data;
    QuantKind quant;
    float scale;         /* Q_TENSOR */
    int32_t zero;        /* Q_TENSOR */
    const float *scales; /* Q_CHANNEL; Q_GROUP: groups of one channel follow each other */
    int axis, block;     /* Q_CHANNEL, Q_GROUP: the channels; Q_GROUP: elements of a block */
    int inner;           /* Q_TOKEN: trailing axes that share a scale */
} XnnValue;

/* Holds one field of a node, of the type that the row's schema says. */
typedef union XnnField {
    uint32_t number;
    float real;
    const XnnValue *value; /* NULL: none */
    struct {
        uint32_t *item;
        int count;
    } list;
} XnnField;

typedef struct XnnNode {
    const OpRow *row;
    XnnField *field;
    uint32_t handle; /* "debug_handle": what the exporter's maps call it; 0: nothing */
    float lo, hi;    /* infinite where the node sets no bound */
} XnnNode;

typedef struct XnnGraph {
    XnnValue *value;
    XnnNode *node;
    int nvalues, nnodes;
} XnnGraph;

typedef struct XnnReader {
    Flatbuf fb;
    const Program *program;
    XnnGraph *graph;
    const XnnValue **by_id;
    bool has_header;
    Bytes data;                /* constants behind the FlatBuffer */
    Vector constants, buffers; /* where each constant lies; the form without a header */
} XnnReader;

#endif
