/* SPDX-License-Identifier: 0BSD
 * NAME.json of an earlier output, whose names and offsets are kept. */
#ifndef PTEC_READ_MANIFEST_H
#define PTEC_READ_MANIFEST_H

#include "base/util.h"

typedef struct OldStep {
    const char *name;
    const char *what; /* operators and types, by which match_steps() tells steps apart */
    const char *file; /* the layer's name in the file, as an identifier, or NULL */
    const char **constant, **digest;
    int nconstants;
    const char **buffer; /* buffers of its results in the arena */
    int64_t *offset;
    int nbuffers;
    bool has_rows; /* the result lay over its operand, whose rows were copied to `rows` */
    int64_t rows;
    /* The function that computes it; NULL: a loop in NAME.c; "?": the file does not tell. */
    const char *kernel;
    int64_t macs;
} OldStep;

typedef struct OldMethod {
    const char *name;
    int64_t macs; /* -1: the file does not tell */
    OldStep *step;
    int nsteps;
} OldMethod;

typedef struct OldShared { /* a loop or parameters of kernels */
    const char *name, *digest;
} OldShared;

typedef struct Manifest {
    OldMethod *method;
    int nmethods;
    OldShared *shared;
    int nshared;
    /* -1: the file does not tell. The arena is the sum of those in several memories. */
    int64_t arena_bytes, state_bytes, weights_bytes;
} Manifest;

bool is_manifest(const char *path); /* judges by the name alone, which may end in .json */
Manifest *read_manifest(const char *path);
Manifest *parse_manifest(const char *where, const Text *text); /* messages name `where` */

void json_lives_on(void); /* makes cJSON allocate memory that lives until the run ends */

#endif
