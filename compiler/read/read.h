/* SPDX-License-Identifier: 0BSD
 * What the files of read/ share: one program while it is being read. */
#ifndef PTEC_READ_H
#define PTEC_READ_H

#include "flatbuf.h"
#include "program.h"

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

/* What `file` says it is: the 4 bytes of its FlatBuffers identifier, or "". */
const char *file_identifier(Bytes file);
Program *read_program(const char *path, Bytes file, char **ptds, int nptds);
/* A .pte or .bpte that is in memory already, at an address divisible by 16. */
Bundle *read_model_bytes(const char *path, Bytes file, char **ptds, int nptds);

/* segments.c: ranges of the file */
Bytes *read_segments(Flatbuf *fb, Vector segments, uint64_t base, Bytes file);
Bytes program_segment(const Reader *r, uint64_t index, const char *user);
/* Bytes of a constant, or the initial bytes of a planned tensor. */
Bytes constant_data(Reader *r, uint64_t index, uint64_t bytes, int dtype);
Bytes initial_data(Reader *r, uint64_t index, uint64_t bytes);

/* tensor.c */
typedef struct Shape {
    int rank;
    int64_t size[MAX_RANK];
    uint8_t dim_order[MAX_RANK];
} Shape;

Shape read_shape(const Table *t, Field sizes, Field dim_order);
int read_dtype(const Table *t, Field f);
/* Bytes of a tensor; 0 if the type is not known. */
uint64_t shape_bytes(const Flatbuf *fb, int dtype, int rank, const int64_t *size);
/* End the run if `data` is too short; the second, too, if it is not at a multiple of the element
 * size. */
void check_size(const Flatbuf *fb, Bytes data, uint64_t bytes);
void check_data(const Flatbuf *fb, Bytes data, uint64_t bytes, int dtype);
FileTensor *read_tensor(Reader *r, const Table *t);

/* value.c, call.c: the parts of one method */
void read_values(Reader *r, const Table *plan);
void read_calls(Reader *r, const Table *plan);
void read_delegates(Reader *r, const Table *plan);
/* An index of the method's values. */
int value_index(const Reader *r, int64_t index, const char *user);

#endif
