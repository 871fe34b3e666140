/* SPDX-License-Identifier: 0BSD
 * The graph: values, where they lie, and the steps that compute them. */
#ifndef PTEC_GRAPH_GRAPH_H
#define PTEC_GRAPH_GRAPH_H

#include "base/align.h"
#include "graph/expr.h"
#include "graph/size.h"

typedef struct Value Value;
typedef struct Step Step;
typedef struct Block Block;
typedef struct Graph Graph;
typedef struct Model Model;   /* model.h */
typedef struct Kernel Kernel; /* graph/kernel.h */
typedef struct Split Split;   /* graph/kernel.h */

/* Describes a value logically: its axes are in the source's order, however they lie in memory. */
typedef struct Type {
    DType dtype;
    int rank;
    Size *dim[MAX_RANK];
} Type;

typedef enum LayoutKind {
    L_STRIDED,
    L_PANELS /* constants as a kernel's Kernel.pack ordered them: [n] */
} LayoutKind;

/* Describes how a value lies in memory: one stride for each logical axis, in elements. */
typedef struct Layout {
    LayoutKind kind;
    Size *stride[MAX_RANK];
} Layout;

typedef enum BufferKind { B_ARENA, B_INPUT, B_OUTPUT, B_CONST, B_STATE } BufferKind;

#define NOWHERE (INT64_MAX / 2) /* more than any offset */
enum { MOST_MEMORIES = 8 };

/* Is a piece of storage, in which several values may live. */
typedef struct Buffer {
    BufferKind kind;
    int id;        /* creation order; ties in the plan break by name, never by this */
    int index;     /* B_INPUT, B_OUTPUT: which; B_STATE: which of Model.state */
    int64_t bound; /* bytes at the sizes' bounds */
    int align;
    const char *name, *digest;

    /* B_CONST and B_STATE: the bytes. */
    const void *data;    /* B_STATE: initial bytes, NULL = zeros */
    Value *of;           /* B_CONST: the value whose bytes it holds, or first holds */
    void *owned;         /* B_CONST: the same bytes, if they are of no other buffer; or NULL */
    const void *origin;  /* B_CONST: what those are made of, in the file if it has them */
    struct Fetch *fetch; /* B_CONST: the block in which it is streamed, or NULL */
    const Graph *reader; /* B_CONST: the last method that was found to read it, by plan */
    int earlier; /* B_CONST: number of an earlier one in Model.weight of the same origin, or -1 */

    /* Its place, set by plan. */
    int memory;          /* B_ARENA: which memory, from 0 */
    int64_t offset;      /* in the arena or the weights */
    int first, last;     /* steps between which the bytes are needed */
    int64_t traffic;     /* bytes of it that a call reads and writes, by place_in_memories() */
    bool ruled;          /* --place, or the program's own plan, says in which memory it lies */
    bool by_file;        /* it is the plan that says so */
    bool planned;        /* plan has seen it */
    bool has_kept, held; /* the earlier output had it; it lies there again */
    int64_t kept;        /* the offset that it had there */
    int64_t ring;        /* bytes for each part of a strip; 0: it is no strip's, or not in parts */

    /* `over` is the dying operand whose bytes this result may share, or NULL. With d = offset -
     * over->offset these are allowed: d == over_before, which is at most 0, if over_exact, else any
     * d <= over_before; and any d >= over_behind, unless that is NOWHERE. */
    struct Buffer *over;
    int64_t over_before;
    bool over_exact;
    int64_t over_behind;
} Buffer;

/* Says which rows a step of a strip computes in which turn: after turn t, counted from 0, the rows
 * of the result below (t * rows + start) / turns exist. `rows` or `turns` is 1. A later turn reads
 * the newest `kept` rows again. */
typedef struct Turns {
    int64_t rows, turns, start, kept;
} Turns;

/* Is one version of a tensor or a scalar, written once. */
struct Value {
    int id;
    Type type;
    Step *def;       /* NULL for inputs, constants, state and block parameters */
    Block *param_of; /* set for block parameters */
    bool scalar;     /* a C local of type int64_t, double or bool */
    bool scratch;    /* bytes that its step works in: no tensor, and nobody reads them */
    Size *size;      /* an integer scalar that is an expression over sizes; no step computes it */
    int64_t max_elements; /* the file's bound on a dynamic value, 0 if there is none */

    /* Where it lies. */
    Layout layout;
    Buffer *buffer;  /* constants from import, the rest from plan */
    Size *offset;    /* elements into the buffer */
    Value *view_of;  /* same bytes as that value from `offset` on, with this type and layout */
    Value *replaces; /* in place: this version destroys that one, which nobody reads afterwards */
    bool sliced;     /* lies in the result of a concatenation, from `offset` on */

    /* In a strip: what lies in memory at once. */
    int64_t held_rows; /* rows (axis 2) that memory holds; 0: all */
    bool passing;      /* held rows are all read in the turn in which they are computed */
    int rings;         /* copies of the rolling buffer, one for each thread part; 0: a single one */

    /* Of passes while they run. */
    Value *forward; /* set by value_forward */
    bool settled;   /* its sizes have their forced values */
    int uses;       /* filled by count_uses */

    /* What it is called after. */
    const char *name;
    int slot;           /* value index in the file (delegates' own behind it: delegate_slots()),
                           -1 for values that import made */
    const char *source; /* the file's name for it, or NULL */
    const char *role;   /* the argument that a constant first was, "running_mean" */
    const char *parts;  /* roles of the constants that were joined to this one; or NULL */
};

typedef enum Kind {
#define KIND(id, name) K_##id,
#include "kinds.def"
#undef KIND
    KIND_COUNT
} Kind;

typedef enum ReduceOp {
    R_SUM,
    R_MEAN,
    R_PROD,
    R_MAX,
    R_MIN,
    R_ANY,
    R_ALL,
    R_ARGMAX,
    R_ARGMIN
} ReduceOp;
typedef enum PoolOp { POOL_MAX, POOL_AVG } PoolOp;

/* Is a sliding window over the trailing `rank` axes (CONV, POOL). */
typedef struct Window {
    int rank; /* 1 to 3 */
    int64_t kernel[3], stride[3], pad[3], dilation[3], out_pad[3];
} Window;

/* Is one strided copy of a MOVE. Strides and offsets count elements in the row-major order of the
 * operand's logical shape, so that a reshape costs nothing to say. */
typedef struct Piece {
    int src; /* operand, or -1: fill with Step.expr */
    int rank;
    Size *extent[MAX_RANK];
    Size *src_offset, *src_stride[MAX_RANK];
    Size *dst_offset, *dst_stride[MAX_RANK];
} Piece;

/* Says which bits an integer step gives; no pass may change it (docs/numerics.md). RQ_F32_BIAS: a
 * float bias is added to the product, before the rounding. RQ_F32_TWICE: the same as RQ_F32_RNE
 * with two factors, one after the other, for all channels; the weights have a zero point. RQ_ROWS:
 * the operand has a scale and a zero point for each row, and the weights' scales are at MULT; the
 * result is float. */
typedef enum RequantKind {
    RQ_NONE,
    RQ_F32_RNE,
    RQ_F32_BIAS,
    RQ_F32_TWICE,
    RQ_Q31_DOUBLE,
    RQ_ROWS
} RequantKind;

/* Lists the source's operators and layers that a step came from. */
typedef struct Source {
    int instr;           /* index in the method, for errors and -O0 groups */
    const char *op;      /* "aten::convolution.out" */
    uint32_t handle;     /* of a delegate's node: its number in the exporter's maps; 0: none */
    struct Source *also; /* of the steps fused into this one */
} Source;

/* These number the operands of a convolution, then of a matrix product. A missing one is NULL in
 * Step.in; from MULT to TABLE the numbers are the same in both. */
enum {
    CONV_IN,
    CONV_WEIGHT,
    CONV_BIAS,
    CONV_MULT,
    CONV_SHIFT,
    CONV_QUANT,
    CONV_TABLE, /* of 256 bytes: the result's bytes are looked up in it */
    CONV_ADD,   /* a tensor that the epilogue adds, before the clamp */
    CONV_OPERANDS
};
enum { GEMM_A, GEMM_B, GEMM_C, GEMM_MULT, GEMM_SHIFT, GEMM_QUANT, GEMM_TABLE, GEMM_OPERANDS };
/* These number the operands of an attention, of which query, key and value are [batch, heads,
 * tokens, depth]. START is the first query's position among the keys. From QUANT on there are zero
 * points and scales, of queries, keys and values. */
enum {
    ATTEND_QUERY,
    ATTEND_KEY,
    ATTEND_VALUE,
    ATTEND_MASK,
    ATTEND_START,
    ATTEND_QUANT,
    ATTEND_OPERANDS = ATTEND_QUANT + 6
};

/* Is the gate of an epilogue, result * clamp(slope * result + offset, lo, hi), behind everything
 * else; slope 0: there is none. */
typedef struct Gate {
    float slope, offset, lo, hi;
} Gate;

/* Says which of the functions of its kind a step computes. */
typedef enum StepFunction {
    FN_NONE,
    FN_SOFTMAX, /* SOFTMAX */
    FN_LOG_SOFTMAX,
    FN_REPLACE, /* SCATTER: what rows become that an index names */
    FN_ADD,
    FN_MUL,
    FN_MAX,
    FN_MIN,
    FN_RAND, /* RANDOM: uniform numbers, or normal ones */
    FN_RANDN,
    FN_TABLE, /* OPAQUE, to the end */
    FN_EXPERT_LINEAR,
    FN_GATED_DELTA_RULE,
    FN_HADAMARD,
    FN_SVD,
    FN_FFT,
    FN_IFFT,
    FN_GRID_SAMPLER2D,
    FN_EMBEDDING_BAG
} StepFunction;

struct Step {
    /* What every step has. */
    Kind kind;
    int nin, nout;
    Value **in, **out;
    bool effect; /* must stay, in order: state, random, foreign, failing checks */
    Source source;
    Block *block;
    Step *prev, *next;

    /* MAP, LOOKUP, REDUCE, SCAN, MOVE: loops that the emitter writes. */
    Expr *expr; /* MAP: body; REDUCE: applied before; MOVE: the fill; else: the epilogue */
    Expr *post; /* REDUCE: applied to the result */
    ReduceOp reduce;
    bool keepdim;        /* REDUCE */
    int64_t joined_rows; /* MAP: rows that its loops join into one; 0: each by itself */
    Piece *piece;        /* MOVE */
    int npieces;

    /* CONV, POOL, GEMM, ATTENTION: windows, products, and what follows their sums. */
    Window win;
    int64_t groups;
    int64_t joined_groups; /* that packed weights have as one to the kernel; 0: none */
    bool transposed;       /* CONV */
    PoolOp pool;
    bool count_pad;    /* POOL: padding counts in the divisor */
    int64_t divisor;   /* POOL_AVG: 0 = number of elements */
    float alpha, beta; /* GEMM: alpha * A B + beta * C; ATTENTION: alpha scales the scores */
    bool causal;       /* ATTENTION: to keys up to the query's own position */
    RequantKind requant;
    bool wide_sums; /* CONV, GEMM of 16-bit integers: sums may need more than 32 bits */
    bool has_clamp;
    float lo, hi; /* the clamp's bounds */
    Gate gate;    /* CONV */

    /* Steps along axes, and functions of other kinds. */
    uint32_t axes;                 /* REDUCE, SOFTMAX, NORM, SCAN: bit per axis of in[0] */
    int axis;                      /* GATHER, SCATTER, SORT */
    bool from_start;               /* GATHER: a negative index is out of range */
    bool largest;                  /* SORT: in descending order */
    StepFunction fn;               /* SOFTMAX, SCATTER, RANDOM, OPAQUE */
    int64_t bits;                  /* RANDOM: of a number below 1 */
    int mode, padding;             /* grid sampling, bags: as PyTorch numbers them */
    bool corners;                  /* grid sampling: -1 and 1 are the centres of the corners */
    const struct Foreign *foreign; /* FOREIGN: what it calls (graph/foreign.h) */
    Size *size;                    /* SCALAR: what in[0] is from here on */
    bool counted; /* SCALAR: in[0] is within the range of `size`; else that is tested */

    /* Set by select. */
    const Kernel *kernel;
    struct Refusal *refusal; /* by each backend preferred to the kernel's, in their order */
    int nrefusals;

    /* Set by plan. */
    Value *saved_rows;   /* of the operand, which the result in its place overwrites; or NULL */
    struct Strip *strip; /* the chain with which it takes turns, or NULL */
    Turns turns;         /* in a strip: the rows of each turn */
    Value *kept;         /* in a strip: kept rows that lie apart, as a result; or NULL */
    int parts;           /* parts that threads compute; 0: it is not split */
    struct Fetch *fetch; /* the block of weights with which this step, or its strip, begins */
    const Split *split;  /* how a kernel computes a part; NULL: it has no kernel */

    /* Names, and the position in the method (number_steps). */
    const char *name, *base;   /* base: kind and shape, whatever the file calls it */
    const struct OldStep *old; /* the same step of an earlier output, or NULL */
    int index;
};

/* Returns the result that is no tensor but what the step works in, or NULL. */
static inline Value *step_scratch(const Step *s)
{
    for (int i = 0; i < s->nout; i++)
        if (s->out[i] && s->out[i]->scratch)
            return s->out[i];
    return NULL;
}

/* Is a run of neighbouring steps that take turns, each computing the rows of its result that
 * Step.turns says; of the results between them memory holds Value.held_rows. */
typedef struct Strip {
    Step *first, *last;
    int parts; /* parts of the last result's rows, for threads; 0: it is not split */
} Strip;

/* Is a block of weights that is read into the arena, before the steps that compute with it: one, or
 * those of a strip. */
typedef struct Fetch {
    Step *first, *last;
    struct Fetch *before,
        *next; /* of the same block of steps: while `before` computes it is read */
    Buffer **constant;
    int nconstants;
    int64_t offset, bytes; /* in the weights' file */
    Buffer *place;         /* in the arena, set by plan */
} Fetch;

/* Does the emitter write the step as loops, since no kernel takes it? */
static inline bool is_loop(const Step *s)
{
    return !s->kernel && s->kind != K_SCALAR && s->kind != K_FOREIGN;
}

/* These return the positions of the first and last step between which the step runs: all steps of a
 * strip take turns. */
static inline int starts_at(const Step *s)
{
    return s->strip ? s->strip->first->index : s->index;
}
static inline int ends_at(const Step *s)
{
    return s->strip ? s->strip->last->index : s->index;
}

typedef enum Terminator { T_RETURN, T_JUMP, T_BRANCH } Terminator;

struct Block {
    int id;
    Value **param;
    int nparams;
    Step *first, *last;
    Terminator end;
    Value *cond;    /* T_BRANCH: bool scalar or bool tensor (false if any element is) */
    Block *to[2];   /* jump; branch: [0] if true, [1] if false */
    Value **arg[2]; /* one per parameter of to[i] */
    Block *next;    /* in program order */
};

/* Is memory that outlives a call; the methods that name the same bytes share it. */
typedef struct State {
    Buffer *buffer;
    const char *fqn;
    Buffer *initial; /* among the weights; NULL: zeros */
    bool generator;  /* of random numbers: { seed, numbers drawn } */
    bool handles;    /* delegates' handles: their number, then each; a reset keeps them */
} State;

typedef struct StateUse { /* of one method */
    int state;
    Value *in, *out; /* version at entry and at return */
} StateUse;

/* Says what the bytes of an argument stand for with --io int8: (byte - zero) * scale. */
typedef struct Border {
    Expr *expr; /* how the program quantises an input, or dequantises an output: in0 */
    float scale;
    int32_t zero;
} Border;

typedef struct Arg { /* an input or output of a method */
    Value *value;
    Border *border; /* NULL: it is passed as the program has it */
    const char *name;
    bool given; /* false: a number that the program fixes; not in the C signature */
    bool sized; /* an input of which the caller passes the extents, forced ones too */
    /* The argument in the file; a number that the program computes has a placeholder of any
     * kind. */
    const struct FileValue *file;
} Arg;

/* One method. */
struct Graph {
    Model *model;
    const struct FileMethod *method;
    const char *name;
    Block *entry, *last;
    int nblocks, nvalues, nsteps, nscalars;
    Arg *input, *output;
    int ninputs, noutputs;
    StateUse *state;
    int nstate;
    struct Forced { /* what sizes must be; any other gives PTE_NOT_SUPPORTED */
        Size *size, *other;
    } * forced;
    int nforced;
    Value **constant;
    int nconstants;
    Fetch **fetch; /* blocks of streamed weights, in the order of their use */
    int nfetches;
    struct PackedConstants *packed; /* by kernels/pack.c */
    Buffer **buffer;                /* arena buffers of this method, set by plan */
    int nbuffers;
    int64_t arena_bytes, executorch_bytes; /* of ptec's plan, of the file's own */
    int64_t live_bytes, least_bytes;  /* most bytes live at one step; a lower bound of all plans */
    int64_t in_memory[MOST_MEMORIES]; /* bytes of the plan in each memory */
};

#define FOR_BLOCKS(b, g) for (Block *b = (g)->entry; b; b = b->next)
#define FOR_STEPS(s, b)                                                                            \
    for (Step *s = (b)->first, *s##_next; s && (s##_next = s->next, 1); s = s##_next)

#endif
