/* SPDX-License-Identifier: 0BSD
 * What the sections of the output share. */
#ifndef PTEC_EMIT_TEXT_EMIT_H
#define PTEC_EMIT_TEXT_EMIT_H

#include "graph/graph.h"

/* A function or object that several steps share: its text, and the name under which it stands. */
typedef struct Shared {
    const char *key;  /* the text with \003 for its name: equal keys are one */
    const char *base; /* its name if no other has that base */
    const char *name;
    int callers; /* steps that call it, if it is a function */
} Shared;

typedef struct SharedList {
    Shared *item;
    int count;
    Dict by_key;
} SharedList;

typedef struct Emit {
    Model *m;
    const char *name, *upper; /* the model's prefix: "kws", "KWS" */
    const char *digest;       /* sha256 of the program, 64 hex digits */
    SharedList loops;         /* functions of MAP and REDUCE steps */
    SharedList params;        /* parameters of kernels */
    const char **kernel;      /* symbols that are called, in order of first use */
    int nkernels;
    Dict kernel_index;
    Text parts;      /* functions that call kernels and loops in parts, each once */
    Dict parted;     /* names in `parts` */
    Text alone;      /* functions that call a kernel with one set of parameters, each once */
    Dict alone_of;   /* names in `alone` */
    Text rests;      /* choices in loops that rest on constants' values, a line for each step */
    Dict resting;    /* names in `rests` */
    uint64_t layout; /* layout id of the weights */
} Emit;

#endif
