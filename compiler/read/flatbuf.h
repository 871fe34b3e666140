/* SPDX-License-Identifier: 0BSD
 * FlatBuffers read without trust: each access is checked against the end of the buffer, and each
 * failure ends the run with a message that names the structure and its field. */
#ifndef PTEC_READ_FLATBUF_H
#define PTEC_READ_FLATBUF_H

#include "base/util.h"

/* Holds a buffer, and what the reader is reading of it. A message reads "PATH: CONTEXT, PART INDEX:
 * ...". */
typedef struct Flatbuf {
    const char *path;
    Bytes bytes;
    uint64_t budget;     /* bytes of vectors and strings still to be read: parts that share their
                            bytes must not make a small file into a large program */
    const char *context; /* "method 'forward'", or NULL */
    const char *part;    /* "value"; NULL while reading what no part contains */
    int64_t index;
} Flatbuf;

/* Names a field of a table: its number in the schema (a union takes two) and its name there. */
typedef struct Field {
    int id;
    const char *name;
} Field;

/* Locates a table; `at` is 0 if it is absent. The size that a vtable gives for its table is not
 * used, since writers share vtables between tables whose sizes differ. */
typedef struct Table {
    Flatbuf *fb;
    size_t at, vtable, vtable_size;
} Table;

/* Locates a vector: its elements follow each other from `at` on. If it is absent, `at` and `count`
 * are 0. */
typedef struct Vector {
    Flatbuf *fb;
    const char *name;
    size_t at, size; /* of one element */
    int count;
} Vector;

uint64_t load_le(const uint8_t *p, int bytes);
float float_at(const uint8_t *p);

Flatbuf flat_open(const char *path, Bytes bytes);
_Noreturn void damaged(const Flatbuf *fb, const char *fmt, ...) PRINTF(2, 3);
/* Names the part that is being read, for messages; NULL after the last. */
void flat_enter(Flatbuf *fb, const char *part, int64_t index);

Table flat_root(Flatbuf *fb);
bool table_has(const Table *t, Field f);
uint64_t table_uint(const Table *t, Field f, int bytes); /* 0 if absent */
int64_t table_int(const Table *t, Field f, int bytes);
double table_double(const Table *t, Field f);
float table_float(const Table *t, Field f);
Table table_child(const Table *t, Field f);
Vector table_vector(const Table *t, Field f, size_t element);
Bytes table_bytes(const Table *t, Field f);        /* a vector of bytes, not copied */
const char *table_string(const Table *t, Field f); /* NULL if absent */
/* These end the run if the field is absent, since the format requires it. */
Table need_child(const Table *t, Field f);
Vector need_vector(const Table *t, Field f, size_t element);
const char *need_string(const Table *t, Field f);

Table vector_table(const Vector *v, int i);
uint64_t vector_uint(const Vector *v, int i);
int64_t vector_int(const Vector *v, int i);
double vector_double(const Vector *v, int i);
float vector_float(const Vector *v, int i);

#endif
