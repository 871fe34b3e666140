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

/* Names what computes some rows only by a kernel with such parameters: the emitted variable, the
 * member of it that the kernel takes, and the function that sets it. */
typedef struct RowsText {
    const char *variable, *member, *function;
    bool of_all; /* it asks for the height of the whole result, which a part does not know */
} RowsText;

/* Describes a parameter struct of kernels, and how its members follow from a step. */
typedef struct ParamType {
    const char *name; /* "pte_conv2d" */
    void (*set)(const Step *s, Params *p);
    RowsText rows; /* all NULL: such a kernel computes its whole result */
} ParamType;

struct Kernel {
    const char *symbol;
    const struct Backend *backend;
    Kind kind;
    bool (*accepts)(const Graph *g, const Step *s);
    const ParamType *params;
    void (*pack)(Graph *g, Step *s); /* orders constant operands as it reads them; NULL: as is */
    bool missing;                    /* the library that ptec was built with has none */
};

/* Is a kernel that does what another does, and something besides. */
typedef struct Variant {
    const char *symbol; /* of the other */
    VariantUse use;
    Kernel kernel;
} Variant;

typedef enum Overlap {
    OVERLAP_BY_ROWS,      /* rows of the operand are copied before results lie over them */
    OVERLAP_BY_POSITIONS, /* results lie over positions whose windows are all computed */
    OVERLAP_NEVER
} Overlap;

/* Names in emitted C what makes and runs the operators of a library. */
typedef struct OperatorText {
    const char *library;   /* "XNNPACK" */
    const char *type;      /* "pte_xnn": its functions and types start with it */
    const char *variable;  /* "xnn" */
    const char *constants; /* "XNN": names of operators start with it */
    const char *header;    /* declares what callers of NAME_init() pass */
} OperatorText;

/* Is a library of kernels, and all that the passes know of it. NULL and false stand for: nothing,
 * as the portable kernels. Functions of steps ask before layouts are chosen unless they say more.
 */
typedef struct Backend {
    const char *name;
    const char *prefix; /* of its kernels' names */
    const char *header; /* declares them */
    const char *turns;  /* declares how their convolutions take turns; NULL: as the portable ones */
    int macs;           /* multiply-accumulates in a nanosecond, about */
    const Kernel *kernel;
    int nkernels;
    const Variant *variant;                            /* ends with one that has no symbol */
    int64_t (*scratch)(const Graph *g, const Step *s); /* bytes that a kernel adds to the arena */
    const char *library;     /* that its kernels call, which may end the call with a status */
    bool averages_in_floats; /* those of bytes, too */

    /* The backend's kernels are operators, which an instance makes before it runs. */
    const OperatorText *operators;
    bool automatic; /* --kernels auto has it; of the backends that it has, the last comes first */
    /* --kernels auto: why the kernel is not worth it, or NULL; a name for steps that it computes in
     * times that are alike. */
    const char *(*refusal)(const Kernel *k, const Step *s);
    const char *(*time_class)(const Kernel *k, const Step *s);

    /* What passes do for it. */
    const char *passes; /* names of those that run for its sake, each with a space behind it */
    bool yields;        /* they do not where a library of operators is preferred to it */
    bool (*will_take)(const Step *s); /* convolutions and products that passes may shape for it */
    bool (*wants_channels_last)(const Step *s);
    bool (*reads_planes)(const Step *s);   /* a convolution whose operand may stay as planes */
    bool (*fills_epilogue)(const Step *s); /* what follows may become part of the convolution ... */
    bool adds_and_gates;                   /* ... not only a clamp, but sums and gates, too */
    bool lanes; /* the emitter's loops are by lanes, for compilers with vector extensions */
    int align;  /* of the arena in bytes; 0: ARENA_ALIGN */

    /* What the plan does for it. */
    bool caches;   /* its processors have caches: steps take turns to stay in them */
    int row_block; /* its convolutions compute so many rows at once; 0: any rows by themselves */
    int panel;     /* columns of packed products that stay together */
    Overlap (*overlap)(const Step *s); /* of a convolution whose kernel is chosen */
    bool keeps_together;               /* a step's constants are all in its weights, but of rows */

    /* Returns lines that a bundle starts with. */
    const char *(*bundle_head)(const Model *m);
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
typedef enum SplitUnit { /* parts are multiples of it */
                         UNIT_ONE,
                         UNIT_ROW_BLOCK, /* Backend.row_block */
                         UNIT_PANEL      /* Backend.panel */
} SplitUnit;
struct Split {
    const char *extent; /* "oh" */
    SplitUnit unit;
    bool flat; /* a convolution's rows follow each other in memory: they count as one */
    SplitMove move[SPLIT_MOVES];
    SplitMove optional[SPLIT_MOVES]; /* moves of operands that may be NULL */
    const char *change; /* a change of another parameter, in C: "p.ph -= from * p.sh", or NULL */
};

/* Returns how many elements of the extent that is split stay together; 0: none do. */
static inline int split_unit(const Step *s)
{
    const Backend *b = s->kernel->backend;
    SplitUnit unit = s->split->unit;
    return unit == UNIT_ROW_BLOCK ? b->row_block : unit == UNIT_PANEL ? b->panel : 0;
}

#endif
