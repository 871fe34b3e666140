/* SPDX-License-Identifier: 0BSD
 * Kernels, the backends that have them, and how they compute in parts. */
#ifndef PTEC_GRAPH_KERNEL_H
#define PTEC_GRAPH_KERNEL_H

#include "graph/graph.h"

typedef enum VariantUse { VARIANT_OVERLAPS, VARIANT_TURNS } VariantUse;

/* Is one member of a kernel's parameter struct as the emitter writes it: a designator, and a size
 * or a float. */
typedef struct Param {
    const char *field; /* "is.n" */
    Size *size;        /* NULL: a float */
    double number;
} Param;

typedef struct Params {
    Param *param;
    int count;
} Params;

struct Kernel {
    const char *symbol;
    const struct Backend *backend;
    Kind kind;
    bool (*accepts)(const Graph *g, const Step *s);
    void (*params)(const Step *s, Params *p); /* NULL: the kernel takes none */
    const char *param_type;                   /* "pte_conv2d" */
    void (*pack)(Graph *g, Step *s); /* orders constant operands as it reads them; NULL: as is */
    bool missing;                    /* the library that ptec was built with has none */
};

typedef struct Backend {
    const char *name;
    const char *prefix; /* of its kernels' names */
    const char *header; /* declares them */
    const char *turns;  /* declares how their convolutions take turns; NULL: as the portable ones */
    int macs;           /* multiply-accumulates in a nanosecond, about */
    const Kernel *kernel;
    int nkernels;
    int64_t (*scratch)(const Graph *g, const Step *s); /* bytes that a kernel adds to the arena */
    const char *library; /* that its kernels call, which may end the call with a status, or NULL */
    /* The backend's kernels are operators of a library, which an instance makes before it runs. */
    bool makes_operators;
    bool keeps_together; /* a step's constants are all in its weights */
} Backend;

/* Returns the library that the step's kernel calls, or NULL. */
static inline const char *called_library(const Step *s)
{
    return s->kernel ? s->kernel->backend->library : NULL;
}

typedef struct Refusal { /* of a step, by a backend that was asked before another one took it */
    const Backend *backend;
    const char *why; /* "kind", "operands", "library", "scratch", ...: see docs/output.md */
} Refusal;

typedef struct SplitMove {
    const char *operand, *by; /* name of an argument; elements a unit, in C: "p.os.h" */
} SplitMove;

/* Says how a kernel computes a part of its result: with less of one extent of its parameters. For
 * each unit before the part an operand starts some elements further on. */
enum { SPLIT_MOVES = 6 };
struct Split {
    const char *extent; /* "oh" */
    int unit;           /* parts are multiples of it, or 0: of any size */
    bool flat;          /* a convolution's rows follow each other in memory: they count as one */
    SplitMove move[SPLIT_MOVES];
    SplitMove optional[SPLIT_MOVES]; /* moves of operands that may be NULL */
    const char *change; /* a change of another parameter, in C: "p.ph -= from * p.sh", or NULL */
};

#endif
