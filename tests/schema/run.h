/* SPDX-License-Identifier: 0BSD
 * One drawn program through the compiler, and what becomes of it. */
#ifndef RUN_H
#define RUN_H

#include "graph/kernel.h"

typedef struct Trial {
    Bytes file;
    const Backend *kernels; /* for -O2, before portable ones */
    bool run;               /* compare the results of both -O, if libtcc takes such kernels */
    const char *folder;     /* for the C of both -O, or NULL */
    const char *name;
} Trial;

/* What a program costs at -O2. */
typedef struct Cost {
    int steps;
    int64_t ram, weights; /* bytes of arena and state; of weights */
} Cost;

/* Refused at -O0, or else accepted by both -O and compared; any other end is a finding, which ends
 * the process. Sets the cost of what it accepts. */
bool accepts(const Trial *t, Cost *cost);

#endif
