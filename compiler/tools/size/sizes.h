/* SPDX-License-Identifier: 0BSD
 * What `ptec size` knows of one or several models: the objects that a compiler makes of their C,
 * cut into chunks, and which steps use which of them. */
#ifndef PTEC_TOOLS_SIZE_SIZES_H
#define PTEC_TOOLS_SIZE_SIZES_H

#include "model.h"
#include "tools/calls.h"
#include "tools/measure.h"

typedef enum Owner { OWNER_MODEL, OWNER_KERNELS, OWNER_RUNTIME, OWNER_NONE, OWNERS } Owner;

/* Is a function or an object of the C, or what a section has without a name. */
typedef struct Chunk {
    const char *name; /* without the model's prefix, if it is of a kernel; or a section's */
    const char *base; /* as the C calls it: "run" for "run.constprop.0" */
    int object;
    Area area;
    Owner owner;
    int64_t bytes;
    bool named, global;
    bool root;    /* it stays, whatever goes */
    bool ignores; /* what it refers to does not stay for that: it only describes that */
    int *to, nto; /* chunks that it refers to */
    const char **outside;
    int noutside;
    int *users; /* links from steps to it, by model */
} Chunk;

/* Is a section of an object; the sum of the three is its size. */
typedef struct SizedSection {
    const char *name;
    int object;
    Area area;
    int64_t bytes, named, unnamed, padding;
} SizedSection;

typedef struct SizedObject {
    const char *name; /* of the source: "net.c" */
    int model;        /* -1: the runtime's */
    Compiled made;
} SizedObject;

/* Says that a step uses a chunk: since its lines of C name it, or by way of a function that they
 * name and that the compiler has worked into the method's. */
typedef struct Link {
    int chunk;
    const char *via; /* NULL: they name it */
} Link;

/* Is a step, with the chunks and functions that its lines of C name. */
typedef struct Use {
    const Step *step;
    int model;
    const char *name; /* behind its model's, if there are several */
    Link *link;
    int nlinks;
    const char **function; /* that they name, also where the compiler left none */
    int nfunctions;
    int *weight, nweights; /* in Sizes.weight */
} Use;

typedef struct SizedWeight {
    int64_t bytes;
    int readers; /* steps */
} SizedWeight;

typedef struct Sizes {
    const char *compiler;
    Model *const *model;
    const Text *source; /* NAME.c of each */
    int nmodels;
    SizedObject *object;
    SizedSection *section;
    Chunk *chunk;
    Use *use;
    SizedWeight *weight;
    int nobjects, nsections, nchunks, nuses, nweights;
    Dict at;          /* chunks by their object and name */
    Dict global;      /* the number of those that others may refer to */
    CallGraph *calls; /* NULL: the compiler does not tell */
    int64_t totals[AREAS];
    const char *together; /* a section that functions share, whatever the flags; or NULL */
} Sizes;

#endif
