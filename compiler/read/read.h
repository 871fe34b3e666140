/* SPDX-License-Identifier: 0BSD
 * What the files of read/ share: one program while it is being read. */
#ifndef PTEC_READ_READ_H
#define PTEC_READ_READ_H

#include "read/flatbuf.h"
#include "read/program.h"

typedef struct Reader {
    Flatbuf fb;
    Program *program;
    FileMethod *method; /* the one being read */
    Bytes *segment;
    int nsegments;
    Vector inline_blobs; /* Program.backend_delegate_data */
    /* Constants lie in one segment; before 2024-09 each had a table of its own. */
    Bytes constants;
    Vector constant_offsets, constant_tables;
    Bytes initial; /* of planned tensors: mutable_data_segments[0] */
    Vector initial_offsets;
} Reader;

/* Holds the extents of a tensor and the order of its axes in memory, as tensor.c reads them. */
typedef struct Shape {
    int rank;
    int64_t size[MAX_RANK];
    uint8_t dim_order[MAX_RANK];
} Shape;

#endif
