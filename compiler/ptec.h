/* SPDX-License-Identifier: 0BSD
 * Every type of the compiler, and the functions of each file in pipeline order. */
#ifndef PTEC_H
#define PTEC_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

typedef struct Size Size;
typedef struct Expr Expr;
typedef struct Value Value;
typedef struct OldStep OldStep;
typedef struct Step Step;
typedef struct Block Block;
typedef struct Graph Graph;
typedef struct Kernel Kernel;
typedef struct Split Split;
typedef struct Backend Backend;
typedef struct OpRow OpRow;

/* ==== util.c: one zeroed arena per run, messages, growing text ======================= */

#if defined(__GNUC__)
#define PRINTF(a, b) __attribute__((format(printf, a, b)))
#else
#define PRINTF(a, b)
#endif

/* Bad input: prints `ptec: WHERE: message` and exits with 1. `where` is a file, a step or NULL. */
_Noreturn void fatal(const char *where, const char *fmt, ...) PRINTF(2, 3);
/* Wrong usage: prints the message and exits with 2. */
_Noreturn void usage_error(const char *fmt, ...) PRINTF(1, 2);
/* Our own fault: prints and aborts, so that a fuzzer tells it from bad input. */
_Noreturn void bug(const char *fmt, ...) PRINTF(1, 2);

/* Zeroed memory for `count` things of `size` bytes; lives until the run ends. */
void *zalloc(size_t count, size_t size);
void free_all(void); /* ends the run; only for a process that starts another, such as a fuzzer */
#define NEW(T, count) ((T *)zalloc((size_t)(count), sizeof(T)))
/* Room for one more element: doubles the array when `count` is a power of two. */
void *vec_room(void *data, size_t count, size_t size);
#define PUSH(vec, count, item)                                                                     \
    ((vec) = vec_room((vec), (size_t)(count), sizeof *(vec)), (vec)[(count)++] = (item))
char *fmt_text(const char *fmt, ...) PRINTF(1, 2);

typedef struct Bytes {
    const uint8_t *data;
    size_t size;
} Bytes;

/* Text that grows in memory; output reaches the disk only when all of it exists. */
typedef struct Text {
    char *data;
    size_t size, room;
} Text;

void text_add(Text *t, const char *fmt, ...) PRINTF(2, 3);
void text_bytes(Text *t, const void *data, size_t size);

uint32_t crc32_of(uint32_t crc, const void *data, size_t size); /* ISO-HDLC; start with 0 */
/* The nearest of `names` (NULL-ended) to `word` by edit distance, or NULL if none is near. */
const char *nearest_name(const char *word, const char *const *names);
const char *grouped(uint64_t n); /* "1,234,567" */
/* A number for each of many strings. */
typedef struct Dict {
    struct DictEntry {
        const char *key;
        int number;
    } * entry;
    size_t room, count;
} Dict;
/* Where the number of `key` stands; -1 if the key is new. Good until the next call. */
int *dict_number(Dict *d, const char *key);
/* The same as a set of names: false if this one was there before. */
static inline bool dict_add(Dict *d, const char *key)
{
    int *number = dict_number(d, key);
    bool is_new = *number < 0;
    *number = 0;
    return is_new;
}
static inline bool dict_has(Dict *d, const char *key)
{
    return *dict_number(d, key) >= 0;
}
/* A name from the model for messages: control and direction characters escaped, cut at 80. */
const char *printable(const char *s);

/* Whole file, mapped; `-` reads standard input. Directory, missing or empty file: fatal. */
Bytes file_read(const char *path);
/* Writes beside `path` and renames, so that a failure leaves the old file whole; a file that
 * already has these bytes is not touched. */
void file_write(const char *path, const void *data, size_t size);
void folder_make(const char *path); /* with its parents; "" is the current one */

/* ==== digest.c ======================================================================= */

void sha256_hex(const void *data, size_t size, char hex[65]);

/* ==== read/: bytes -> Program, exactly what the file says ============================ */

#define MAX_RANK 16

/* ExecuTorch's ScalarType numbers (schema/scalar_type.fbs). */
typedef enum DType {
    U8 = 0,
    I8 = 1,
    I16 = 2,
    I32 = 3,
    I64 = 4,
    F16 = 5,
    F32 = 6,
    F64 = 7,
    C32 = 8,
    C64 = 9,
    C128 = 10,
    BOOL = 11,
    BF16 = 15,
    U16 = 27,
    U32 = 28,
    U64 = 29,
    NO_DTYPE = -1
} DType;

typedef enum Dynamism { DYN_STATIC, DYN_BOUND, DYN_UNBOUND } Dynamism;

typedef struct FileTensor {
    int dtype; /* ScalarType; the reader keeps numbers that DType does not name */
    int rank;
    int64_t size[MAX_RANK];
    uint8_t dim_order[MAX_RANK];
    Dynamism dynamism;
    bool planned;    /* has allocation_info */
    int memory;      /* arena id, from 1 */
    uint64_t offset; /* within that arena */
    bool constant;   /* data_buffer_idx > 0 and not planned, or external */
    bool has_data;
    Bytes data;      /* constant bytes, or initial bytes of a planned tensor */
    const char *fqn; /* fully_qualified_name or NULL */
    bool external;   /* data comes from a .ptd, by fqn */
    uint64_t bytes;  /* element count at the bound, times element size */
} FileTensor;

typedef enum FileKind { /* KernelTypes of schema/program.fbs, same numbers */
                        FV_NONE = 0,
                        FV_NULL,
                        FV_INT,
                        FV_BOOL,
                        FV_DOUBLE,
                        FV_TENSOR,
                        FV_STRING,
                        FV_INT_LIST,
                        FV_DOUBLE_LIST,
                        FV_BOOL_LIST,
                        FV_TENSOR_LIST,
                        FV_OPTIONAL_TENSOR_LIST
} FileKind;

typedef struct FileValue {
    FileKind kind;
    int64_t i; /* INT, BOOL */
    double d;
    Bytes string;
    FileTensor *tensor;
    int64_t *items; /* INT_LIST: value indices; BOOL_LIST: 0, 1; tensor lists: indices, -1 = None */
    double *doubles;
    int count;
} FileValue;

typedef enum FileInstrKind { /* InstructionArguments, same numbers */
                             FI_KERNEL_CALL = 1,
                             FI_DELEGATE_CALL,
                             FI_MOVE_CALL,
                             FI_JUMP_FALSE_CALL,
                             FI_FREE_CALL
} FileInstrKind;

typedef struct FileInstr {
    FileInstrKind kind;
    int index; /* operator, delegate, MOVE: from, JUMP_FALSE: condition, FREE: value */
    int to;    /* MOVE: to, JUMP_FALSE: destination instruction */
    int *args;
    int nargs;
} FileInstr;

typedef struct FileOp {
    const char *name, *overload; /* "aten::add", "out" */
} FileOp;

typedef struct FileSpec {
    const char *key;
    Bytes value;
} FileSpec;

typedef struct FileDelegate {
    const char *id;
    Bytes blob;
    struct XnnGraph *xnn; /* of an XNNPACK delegate (read/xnnpack.h), else NULL */
    bool in_segment;
    FileSpec *spec;
    int nspecs;
} FileDelegate;

typedef struct FileMethod {
    const char *name;
    FileValue *value;
    int nvalues;
    int *input, *output; /* value indices */
    int ninputs, noutputs;
    FileInstr *instr;
    int ninstrs;
    FileOp *op;
    int nops;
    FileDelegate *delegate;
    int ndelegates;
    uint64_t *arena_bytes; /* by memory id; entry 0 unused */
    int narenas;
} FileMethod;

typedef struct NamedData {
    const char *key;
    Bytes data;
    bool has_layout; /* a .ptd entry that describes a tensor */
    int dtype, rank;
    int64_t size[MAX_RANK];
    uint8_t dim_order[MAX_RANK];
} NamedData;

typedef struct Program {
    const char *path;
    Bytes file; /* the program's own bytes: what the digest is made of */
    FileMethod *method;
    int nmethods;
    NamedData *named; /* of the program, then of its .ptd files */
    const NamedData **named_by_key;
    int nnamed;
} Program;

typedef struct CaseValue {
    FileKind kind; /* INT, BOOL, DOUBLE or TENSOR */
    int64_t i;
    double d;
    FileTensor tensor; /* data set, not planned */
} CaseValue;

typedef struct TestCase {
    CaseValue *input, *want;
    int ninputs, nwants;
} TestCase;

typedef struct TestSuite {
    const char *method;
    TestCase *test;
    int ntests;
} TestSuite;

/* A .bpte: the program and its recorded cases; a .pte has no suites. */
typedef struct Bundle {
    Program *program;
    TestSuite *suite;
    int nsuites;
} Bundle;

/* Reads a .pte or .bpte. `ptds`: .ptd files that hold its external data. */
Bundle *read_model(const char *path, char **ptds, int nptds);
NamedData *read_ptd(const char *path, int *count);
const FileMethod *find_method(const Program *p, const char *name); /* or NULL */
const NamedData *find_named(const Program *p, const char *key);    /* or NULL */
const char *kind_name(FileKind kind);                              /* "list of ints" */

size_t dtype_bytes(int dtype);         /* 0 if ptec does not know the type */
const char *dtype_name(int dtype);     /* "f32" */
const char *dtype_c(int dtype);        /* "float"; of complex types, the type of one part */
bool dtype_is_float(int dtype);        /* f16, bf16, f32, f64 */
bool dtype_is_int(int dtype);          /* all integers, not bool */
DType dtype_promote(DType a, DType b); /* PyTorch's table; NO_DTYPE if there is none */

/* ==== read/manifest.c: NAME.json of an earlier output, whose names and offsets are kept === */

struct OldStep {
    const char *name;
    const char *what; /* what match_steps() tells steps apart by: operators and types */
    const char *file; /* the layer's name in the file, as an identifier, or NULL */
    const char **constant, **digest;
    int nconstants;
    const char **buffer; /* of its results in the arena */
    int64_t *offset;
    int nbuffers;
    bool has_rows; /* its result lay over its operand, whose rows were copied here: */
    int64_t rows;
};

typedef struct OldMethod {
    const char *name;
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
} Manifest;

Manifest *read_manifest(const char *path);

/* ==== graph/size.c: extents and offsets, hash-consed ================================= */

typedef enum SizeKind {
    S_CONST,
    S_SYM, /* an extent of an input, known when the method is called */
    S_ADD,
    S_MUL,
    S_FDIV, /* floor division */
    S_MOD,
    S_MIN,
    S_MAX
} SizeKind;

struct Size {
    SizeKind kind;
    int64_t lo, hi; /* S_CONST: lo == hi */
    bool narrow;    /* it and everything in it fits 32 bits */
    int id;         /* creation order: operands before what is made of them */
    int operations; /* that it takes, those of repeated operands too */
    Size *a, *b;
    int group;        /* S_SYM: the input; a product of its symbols is at most `hi` of each */
    const char *sym;  /* "input0.dim1" */
    const char *name; /* the emitted method's variable that holds it, or NULL */
    bool used;        /* somebody reads that variable */
    Size *next;       /* hash chain */
};

Size *size_const(int64_t n);
Size *size_sym(const char *name, int group, int64_t hi); /* 0 to hi */
Size *size_op(SizeKind kind, Size *a, Size *b);
static inline bool size_is_const(const Size *s)
{
    return s->kind == S_CONST;
}
void forget_sizes(void); /* by free_all() */
/* Sizes that have to be equal, or the method does not run; `other` may be a constant. */
void size_force(Graph *g, Size *size, Size *other);
int64_t size_value(const Size *s);          /* S_CONST only; anything else is a bug */
Size *size_forced(const Graph *g, Size *s); /* with those that must be constants replaced */
void size_print(Text *t, const Size *s);

/* ==== The graph ====================================================================== */

/* Logical: the source's axis order, whatever the memory looks like. */
typedef struct Type {
    DType dtype;
    int rank;
    Size *dim[MAX_RANK];
} Type;

typedef enum LayoutKind {
    L_STRIDED,
    L_PANELS /* constants as a kernel's Kernel.pack ordered them: [n] */
} LayoutKind;

/* Physical: one stride per logical axis, in elements. */
typedef struct Layout {
    LayoutKind kind;
    Size *stride[MAX_RANK];
} Layout;

typedef enum BufferKind { B_ARENA, B_INPUT, B_OUTPUT, B_CONST, B_STATE } BufferKind;

/* Storage; several values may live in one. */
typedef struct Buffer {
    BufferKind kind;
    int id;         /* creation order; ties in the plan break by name, never by this */
    int memory;     /* arena of the plan, from 0 */
    int index;      /* B_INPUT, B_OUTPUT: which; B_STATE: which of Model.state */
    int64_t bound;  /* bytes at the sizes' bounds */
    int64_t offset; /* arena or weights offset, set by plan */
    int align;
    int first, last;     /* steps between which the bytes are needed, set by plan */
    const void *data;    /* B_CONST: the bytes; B_STATE: initial bytes, NULL = zeros */
    bool planned;        /* plan has seen it */
    bool has_kept, held; /* the earlier output had it; it lies there again */
    int64_t kept;        /* at this offset */
    int64_t ring;        /* bytes for each part of a strip; 0: it is no strip's, or not in parts */
    struct Buffer *over; /* the operand that this result may lie over, if it starts */
    int64_t over_shift;  /* so many bytes from it: at most 0; */
    bool over_exact;     /* false: or earlier still */
    Value *of;           /* B_CONST: the value whose bytes it holds */
    const char *name, *digest;
} Buffer;

/* One version of one tensor or scalar. */
struct Value {
    int id;
    Type type;
    Layout layout;
    bool scalar;     /* a C local of type int64_t, double or bool */
    Size *size;      /* an integer scalar that is an expression over sizes; no step computes it */
    Buffer *buffer;  /* constants from import, the rest from plan */
    Size *offset;    /* elements into the buffer */
    Value *view_of;  /* same bytes as that value from `offset` on, with this type and layout */
    Value *replaces; /* in place: this version destroys that one, which nobody reads afterwards */
    Block *param_of; /* set for block parameters; def is then NULL */
    Step *def;       /* NULL for inputs, constants, state and block parameters */
    Value *forward;  /* set by value_forward */
    bool settled;    /* its sizes have their forced values */
    int uses;        /* filled by count_uses */
    int last_use;    /* position of the last step that reads it or a view of it */
    int64_t max_elements; /* the file's bound on a dynamic value, 0 if there is none */
    int64_t held_rows;    /* of axis 2, that memory holds at once; 0: all */
    int rings;            /* so many times, each for a part of a strip; 0: once */
    const char *name;
    int slot;           /* value index in the file, -1 for values that import made */
    const char *source; /* the file's name for it, or NULL */
    const char *role;   /* of a constant: the argument it first was, "running_mean" */
};

/* graph/expr.c: typed elementwise expressions, the bodies of MAP and the pre and post of REDUCE */
typedef enum ExprOp {
#define EXPR(id, name, arity, result) E_##id,
#include "graph/expr.def"
#undef EXPR
    EXPR_COUNT
} ExprOp;

struct Expr {
    ExprOp op;
    DType type;
    int index;    /* E_IN: operand; E_AXIS: axis of the result */
    int64_t i;    /* E_CONST of integer or bool type */
    double d;     /* E_CONST of float type */
    bool rounded; /* E_MUL of floats, set by emit: not to be fused with a sum */
    bool lane;    /* a function, set by emit: in the form that compilers turn into vectors */
    bool bounded; /* E_CAST of a float, set by emit: no number that the integer cannot be */
    Expr *arg[3];
};

typedef struct ExprInfo {
    const char *name;
    int arity;
    bool boolean; /* the result is bool whatever the operands are */
} ExprInfo;
extern const ExprInfo expr_info[EXPR_COUNT];

Expr *expr_in(int operand, DType type);
Expr *expr_axis(int axis);
Expr *expr_int(int64_t i, DType type);
Expr *expr_float(double d, DType type);
Expr *expr_number(double d, DType type); /* a constant of any type */
Expr *expr_cast(Expr *e, DType type);    /* folds constants and casts to the same type */
Expr *expr_new(ExprOp op, DType type, Expr *a, Expr *b, Expr *c);
bool expr_equal(const Expr *a, const Expr *b);
void expr_print(Text *t, const Expr *e); /* for dumps: "max(in0, 0)" */
/* Replaces operand i by with[i] in a copy of `e`. */
Expr *expr_substitute(const Expr *e, Expr *const *with);
bool expr_uses(const Expr *e, ExprOp op);
int expr_nodes(const Expr *e);
int expr_reads(const Expr *e, int operand); /* how often it reads this one */

/* Evaluation at compile time, with the runtime's arithmetic: the bits the target would compute. */
typedef struct ExprNumber {
    double d;  /* float types */
    int64_t i; /* all others */
} ExprNumber;
typedef ExprNumber ExprLoad(void *from, int operand);
bool expr_foldable(const Expr *e);
Expr *expr_folded(const Expr *e);
const char *expr_missing(const Expr *e);
Expr *expr_in_double(const Expr *e);
bool expr_evaluable(const Expr *e);
ExprNumber expr_eval(const Expr *e, ExprLoad *load, void *from);

/* graph/exprparse.c: the strings of operator rows */
typedef struct ExprEnv ExprEnv;
struct ExprEnv {
    Expr *(*operand)(ExprEnv *env, const char *name);         /* NULL: an argument that is None */
    Expr *(*call)(ExprEnv *env, const char *name, Expr *arg); /* NULL: no function of the row's */
    void *context;
    const char *where; /* for messages on operands whose types do not go together */
};
Expr *expr_parse(const char *text, ExprEnv *env);
Expr *expr_typed(Expr *literal, DType type);

typedef enum Kind {
#define KIND(id, name) K_##id,
#include "graph/kinds.def"
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

/* A sliding window over the trailing `rank` axes (CONV, POOL). */
typedef struct Window {
    int rank; /* 1 to 3 */
    int64_t kernel[3], stride[3], pad[3], dilation[3], out_pad[3];
} Window;

/* One strided piece of a MOVE. Strides and offsets count elements in the row-major order of the
 * operand's logical shape, so that a reshape costs nothing to say. */
typedef struct Piece {
    int src; /* operand, or -1: fill with Step.expr */
    int rank;
    Size *extent[MAX_RANK];
    Size *src_offset, *src_stride[MAX_RANK];
    Size *dst_offset, *dst_stride[MAX_RANK];
} Piece;

/* Which bits an integer step means; no pass may change it (docs/numerics.md). RQ_F32_BIAS: a float
 * bias is added to the product, before the rounding. RQ_ROWS: the operand has a scale and a zero
 * point for each row, at MULT the weights' scales; the result is float. */
typedef enum RequantKind { RQ_NONE, RQ_F32_RNE, RQ_F32_BIAS, RQ_Q31_DOUBLE, RQ_ROWS } RequantKind;

/* Source operators and layers that a step came from. */
typedef struct Source {
    int instr;           /* index in the method, for errors and -O0 groups */
    const char *op;      /* "aten::convolution.out" */
    struct Source *also; /* of the steps fused into this one */
} Source;

/* Roles of operands. A missing one is NULL in Step.in; from MULT to TABLE they are the same in
 * both.
 */
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

/* result * clamp(slope * result + offset, lo, hi), behind everything else; slope 0: none */
typedef struct Gate {
    float slope, offset, lo, hi;
} Gate;

struct Step {
    Kind kind;
    int nin, nout;
    Value **in, **out;
    Expr *expr; /* MAP: body; REDUCE: applied before; MOVE: the fill; else: the epilogue */
    Expr *post; /* REDUCE: applied to the result */
    ReduceOp reduce;
    PoolOp pool;
    uint32_t axes; /* REDUCE, SOFTMAX, NORM, SCAN: bit per axis of in[0] */
    Window win;
    int64_t groups;
    bool transposed;         /* CONV */
    bool count_pad, keepdim; /* POOL: padding counts in the divisor; REDUCE */
    int64_t divisor;         /* POOL_AVG: 0 = number of elements */
    int axis;                /* GATHER, SCATTER, SORT */
    bool largest;            /* SORT: in descending order */
    int mode, padding;       /* grid sampling: as PyTorch numbers them */
    bool corners;            /* grid sampling: -1 and 1 are the centres of the corners */
    float alpha, beta;       /* GEMM: alpha * A B + beta * C */
    float lo, hi;            /* epilogue clamp of CONV, GEMM, POOL; has_clamp */
    bool has_clamp;
    Gate gate; /* CONV */
    Piece *piece;
    int npieces;
    const char *fn; /* KERNEL, FOREIGN: the function's name */
    RequantKind requant;
    bool effect;          /* must stay, in order: state, random, foreign, failing checks */
    const Kernel *kernel; /* set by select */
    Value *scratch;
    struct Strip *strip; /* the chain that it runs in row by row, or NULL */
    int parts;           /* in which threads compute it, set by split; 0: it is not split */
    const Split *split;  /* how; NULL: it has no kernel */
    Source source;
    const char *name, *base; /* base: kind and shape, whatever the file calls it */
    const OldStep *old;      /* the same step of an earlier output, or NULL */
    int index;               /* position in the method, set by number_steps */
    Block *block;
    Step *prev, *next;
};

/* Neighbouring convolutions, each the only reader of the one before, run `rows` rows of the last
 * result at a time; of those between them memory holds Value.held_rows. */
typedef struct Strip {
    Step *first, *last;
    int64_t rows;
    int parts; /* of the last result's rows, for threads; 0: it is not split */
} Strip;

/* Between which positions the step runs: the steps of a strip take turns. */
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

/* Memory that outlives a call; shared by the methods that name the same bytes. */
typedef struct State {
    Buffer *buffer;
    int memory;
    uint64_t offset;
    const char *fqn;
    Buffer *initial; /* among the weights; NULL: zeros */
} State;

typedef struct StateUse { /* of one method */
    int state;
    Value *in, *out; /* version at entry and at return */
} StateUse;

typedef struct Arg { /* an input or output of a method */
    Value *value;
    const char *name;
    bool given;            /* false: a number that the program fixes; not in the C signature */
    bool sized;            /* an input of which the caller passes the extents, forced ones too */
    const FileValue *file; /* of a number that the program computes, a placeholder of any kind */
} Arg;

typedef struct Model Model;

/* One method. */
struct Graph {
    Model *model;
    const FileMethod *method;
    const char *name;
    Block *entry, *last;
    int nblocks, nvalues, nsteps;
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
    Buffer **buffer; /* arena buffers of this method, set by plan */
    int nbuffers;
    int64_t arena_bytes, live_bytes, executorch_bytes; /* plan, lower bound, the file's own */
};

enum { ARENA_ALIGN = 16 };  /* of everything in arena and state */
enum { VECTOR_ALIGN = 64 }; /* of the arena, and of packed constants, if vector kernels run */
static inline int64_t round_up(int64_t n, int64_t to)
{
    return (n + to - 1) / to * to;
}
enum { WEIGHTS_HEADER_BYTES = 32 }; /* pte_weights_header of pte_rt.h */

enum { MOST_THREADS = 64 };

typedef struct Options {
    const char *model_path;
    char **ptd;
    int nptds;
    const char *out_dir;
    const char *name; /* prefix of everything emitted */
    int opt;          /* 0 or 2 */
    bool bundle;      /* --emit bundle */
    enum { WEIGHTS_BY_FORM, WEIGHTS_BIN, WEIGHTS_C } weights;
    const char *names;       /* --names: the manifest of an earlier output, or NULL */
    int threads;             /* --threads: parts of a step at most; 0: no step is split */
    int64_t part_work;       /* nanoseconds that a part is worth; 0: what pays, for any but tests */
    const Backend **backend; /* in order of preference */
    int nbackends;
    const char *dump_pass; /* -d */
} Options;

struct Model {
    Program *program;
    const Options *options;
    const Manifest *old; /* or NULL */
    Graph **graph;
    int ngraphs;
    State *state;
    int nstates;
    Buffer **weight; /* every constant that is used, in order, set by plan */
    int nweights;
    int64_t weights_bytes, arena_bytes, state_bytes;
};

/* ==== graph/build.c, check.c, dump.c ================================================= */

Value *value_new(Graph *g, DType dtype, int rank, Size *const *dim);
Value *value_like(Graph *g, const Value *v); /* same type, row-major */
Value *value_scalar(Graph *g, DType dtype);
Value *value_view(Graph *g, Value *of, const Type *type, const Layout *layout, Size *offset);
Value *value_const(Graph *g, DType dtype, int rank, const int64_t *dim, const void *data);
void layout_row_major(Value *v);
void layout_from_dim_order(Value *v, const uint8_t *dim_order);
bool layout_is_row_major(const Value *v);
bool layout_is_dense(const Value *v);
bool same_dims(const Value *a, const Value *b);
bool same_places(const Value *a, const Value *b); /* the same extents, and places in memory */
bool value_is_const(const Value *v);
bool value_is_static(const Value *v);     /* extents and strides are known */
bool has_8_bits(const Value *v);          /* signed or not */
bool requantises_by_float(const Step *s); /* its sums, one for each channel */
bool arg_is_dynamic(const Arg *a);        /* its extents are passed as int32_t[rank] */
bool arg_is_number(const Arg *a);         /* one int64_t, double or bool */
DType loaded_dtype(const Value *v);       /* half floats are widened where they are read */
Value *value_root(Value *v);              /* follows view_of */
Size *value_numel(const Value *v);
int64_t value_bound_bytes(const Value *v);
int64_t value_memory_bytes(const Value *v);             /* of those rows that are held at once */
Step *step_new(Graph *g, Kind kind, int nin, int nout); /* not yet in a block */
void step_append(Block *b, Step *s);
void step_insert_before(Step *at, Step *s);
void step_remove(Step *s);
void number_steps(Graph *g);
void count_uses(Graph *g);
/* graph/cost.c, at the sizes' bounds: multiply-accumulates; nanoseconds on one core, about */
int64_t step_macs(const Step *s);
int64_t step_nanoseconds(const Step *s);
/* Readers of `old` shall read `now`: said one by one, carried out at once by forward_uses(). */
void value_forward(Value *old, Value *now);
void forward_uses(Graph *g);
void forward_operands(Step *s); /* of this step, at once */
void for_reads(Graph *g, void (*visit)(Value **place, Step *reader, void *context), void *context);
void check(const Graph *g, const char *pass); /* a broken graph is a bug() */
void dump_graph(Text *t, const Graph *g);
const char *step_kind(Kind k);
#define FOR_BLOCKS(b, g) for (Block *b = (g)->entry; b; b = b->next)
#define FOR_STEPS(s, b)                                                                            \
    for (Step *s = (b)->first, *s##_next; s && (s##_next = s->next, 1); s = s##_next)

/* How a step reads an operand: in-place, rings and fusion ask only this. */
typedef enum AccessKind { A_POINT, A_WINDOW, A_AXIS, A_ALL } AccessKind;
AccessKind step_access(const Step *s, int operand);
/* Does a map's loop have to know where it is? Not to look up numbers in a table. */
bool is_positional(const Step *s);
bool is_table(const Step *s, int operand); /* read with AT, at positions that other operands give */

/* ==== passes/select.c: kernels ======================================================= */

/* A kernel's parameter struct as the emitter writes it: designator, and a size or a float. */
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
    Kind kind;
    bool (*accepts)(const Step *s);
    void (*params)(const Step *s, Params *p); /* NULL: the kernel takes none */
    const char *param_type;                   /* "pte_conv2d" */
    void (*pack)(Graph *g, Step *s); /* orders constant operands as it reads them; NULL: as is */
};

struct Backend {
    const char *name;
    const Kernel *kernel;
    int nkernels;
};
/* How a kernel computes a part of its result: less of one extent of its parameters. For each unit
 * before the part an operand starts some elements further on. */
enum { SPLIT_MOVES = 6 };
struct Split {
    const char *extent; /* "oh" */
    int unit;           /* parts are of so much of it, or 0: of any number */
    bool flat; /* rows of a convolution's image are one behind the other: they count as one */
    struct {
        const char *operand, *by; /* as in its prototype; the elements in C: "p.os.h" */
    } move[SPLIT_MOVES];
    const char *change; /* of another parameter, in C: "p.ph -= from * p.sh", or NULL */
};

const Backend *backend_find(const char *name); /* NULL if there is none */
extern const char *const backend_names[];      /* NULL at the end */

/* passes/params.c, move.c: one for each kind of parameter struct */
void params_conv2d(const Step *s, Params *p);
void params_pool2d(const Step *s, Params *p);
void params_gemm(const Step *s, Params *p);
void params_softmax(const Step *s, Params *p);
void params_gather(const Step *s, Params *p);
void params_layer_norm(const Step *s, Params *p);
void params_topk(const Step *s, Params *p);
void params_table(const Step *s, Params *p);
void params_grid_sampler2d(const Step *s, Params *p);
void params_move(const Step *s, Params *p);
void move_params(const Step *s, int piece, Params *p); /* of one piece of a move */
bool move_fits(const Step *s); /* strides can say it, whatever the layouts are */

/* ==== graph/ops.c: the operator tables, one row an operator (ops.def, xnn.def) ======= */

typedef enum ArgType {
    ARG_TENSOR,
    ARG_TENSOR_LIST,
    ARG_INT,
    ARG_FLOAT,
    ARG_BOOL,
    ARG_SCALAR,
    ARG_INT_LIST,
    ARG_FLOAT_LIST,
    ARG_BOOL_LIST,
    ARG_STRING,
    ARG_DTYPE
} ArgType;

typedef struct OpArg {
    const char *name;
    ArgType type;
    bool optional, written;
} OpArg;

/* In which type a MAP row computes. */
typedef enum Compute {
    COMPUTE_PROMOTE, /* PyTorch's promotion of all operands */
    COMPUTE_FLOAT,   /* the same, integers and bool to float */
    COMPUTE_TYPED    /* operands as they are; the expression casts */
} Compute;

typedef struct Call Call;

struct OpRow {
    const char *schema;
    Compute compute;
    const char *map; /* expression, or NULL */
    void (*lower)(Call *c);
    const char *name; /* "aten::add.out", from the schema */
    OpArg *arg;
    int nargs;
};

const OpRow *op_find(const char *name, const char *overload);
const OpRow *op_rows(int *count);
/* A node kind of XNNPACK's format; neither `map` nor `lower`: one that nobody implements. NULL: the
 * format has no such number. */
const OpRow *xnn_row(uint64_t id);
void forget_ops(void); /* by free_all() */

/* ==== passes/import.c: a method of the file becomes a graph ========================== */

/* What a lowering sees: one call of the source program, its arguments by name. */
struct Call {
    Graph *g;
    Block *block;
    const OpRow *row;
    const char *where; /* "forward, instruction 12, aten::add.out" */
    struct Import *im;
    const int *args; /* value indices, in schema order */
    int nargs;
    int instr;
    const struct XnnCall *xnn; /* a node of a delegate (passes/xnn.h): its arguments are there */
};

Value *arg_tensor(Call *c, const char *name); /* NULL if None */
Value *arg_maybe(Call *c, const char *name);  /* the same; also None's stand-in, an empty tensor */
int arg_tensors(Call *c, const char *name, Value ***list);
bool arg_given(Call *c, const char *name);
bool has_arg(const Call *c, const char *name);
bool arg_is(Call *c, const char *name, const char *word); /* a string argument */
bool arg_is_float(Call *c, const char *name);
bool arg_is_bool(Call *c, const char *name);
bool arg_is_size(Call *c, const char *name);  /* an integer that is known or made of sizes */
Value *arg_scalar(Call *c, const char *name); /* a number computed by the program, or NULL */
int64_t arg_int(Call *c, const char *name);
double arg_float(Call *c, const char *name);
bool arg_bool(Call *c, const char *name);
Size *arg_size(Call *c, const char *name); /* a number, or a scalar known at run time */
int arg_ints(Call *c, const char *name, int64_t *out, int most);
void arg_floats(Call *c, const char *name, double *out, int n); /* exactly n */
int arg_int_or_ints(Call *c, const char *name, int64_t *out);   /* at most MAX_RANK */
int arg_sizes(Call *c, const char *name, Size **out, int most);
int64_t known_size(Call *c, const Size *size); /* refuses one that is known only at run time */
/* The file's tensor behind a written argument: a new value of its type, dims as given. The
 * lowering computes `dim`; static sizes must equal the file's, dynamic ones get its bound. */
Value *arg_out(Call *c, const char *name, int rank, Size *const *dim);
Value *arg_out_indices(Call *c, int rank, Size *const *dim); /* the result "indices", of i64 */
Value *arg_out_item(Call *c, const char *name, int item, int rank, Size *const *dim);
Value *arg_out_like_file(Call *c, const char *name); /* the file's own static shape */
void arg_out_unwritten(Call *c, const char *name);   /* nobody may read it */
Value *out_scalar(Call *c, DType dtype);             /* a number that is an expression over sizes */
Value *out_number(Call *c, DType dtype);             /* any other: a tensor of rank 0 */
/* A scalar that calibration changes: a 0-d constant that lives in the weights. */
Value *weight_scalar(Call *c, DType dtype, double d);
Value *weight_ints(Call *c, int n, const int64_t *number);
Step *emit_step(Call *c, Kind kind, int nin, int nout);
Value *emit_map(Call *c, Value *out, int nin, Value *const *in, Expr *e);
_Noreturn void refuse(Call *c, const char *fmt, ...) PRINTF(2, 3);
Value *as_dtype(Call *c, Value *v, DType type); /* converted, where it is not that type already */
/* The same elements with axes reordered; -1 stands for a new axis of one element. */
Value *view_axes(Call *c, Value *v, int rank, const int *axis);
void need_rank(Call *c, const char *name, const Value *v, int rank);
void need_length(Call *c, const char *name, const Value *v, Size *size); /* of this many elements */
/* Sizes that must agree: what is static wins, the rest is checked where the method is entered. */
void need_equal(Call *c, const char *what, Size *a, Size *b);
void need_int32(Call *c, const char *what, int64_t n);
int wrap_axis(Call *c, int64_t axis, int rank);
void lower_map(Call *c);
void lower_map_as(Call *c, Compute compute, const char *text); /* the expression of another row */
void broadcast_dims(Call *c, int nin, Value *const *in, int *rank, Size **dim);

Graph *import_method(Model *m, const FileMethod *method);

/* ==== passes/ ======================================================================== */

Model *compile_model(Program *p, const Options *o); /* compile.c: the list of passes */
void simplify(Graph *g);
void remove_dead_steps(Graph *g);
void fold_constants(Graph *g, bool bytes); /* bytes: those of 8 bits too */
void drop_operands(Step *s);               /* those that the step's expression does not read */
/* An element of a constant by its index in a tensor of `rank` axes, to which it broadcasts. */
ExprNumber const_element(const Value *v, const int64_t *index, int rank);
const void *const_data(const Value *v);         /* bytes of a constant, or of a view of one */
const void *const_in_row_order(const Value *v); /* a copy where strides differ */
void quantise(Graph *g);
void fuse(Graph *g);
void fill_epilogues(Graph *g);  /* of what vector kernels will take */
void choose_layouts(Graph *g);  /* orders of axes in memory */
void average_bytes(Graph *g);   /* pooling of dequantised bytes, whose layout is final */
void look_up_at_once(Graph *g); /* of tables, what vector kernels take */
bool uses_backend(const Graph *g, const char *name);
void select_kernels(Graph *g);
void choose_strips(Graph *g); /* chains of convolutions that run row by row */
void split_strip(Strip *strip, int parts);
/* Does the chain's result, row by row, lie on the operand's rows if it lies on what is added? */
bool adds_to_operand(const Step *first, const Step *last);
/* passes/nest.c: of the loop that the emitter writes for the step, the outermost extent, if its
 * turns can be taken in any order, else NULL. */
Size *outermost_extent(const Step *s);
void split_steps(Graph *g);    /* among threads */
void choose_storage(Graph *g); /* which buffer each value lives in */
bool can_overwrite(const Step *s, const Value *v);
/* passes/overlap.c: results over their dying operands, where the arena is fullest */
void allow_overlaps(Graph *g);
void keep_overlaps(Graph *g); /* those of the earlier output */
void forget_overlaps(Graph *g);
/* Rows of the operand that CONV or POOL has read once row y of its result is there. */
int64_t rows_read(const Step *s, int64_t y);
bool may_overlap(const Buffer *b, int64_t at, const Buffer *other);
void settle_overlaps(Graph *g);                 /* once all offsets are known */
void live_bytes(const Graph *g, int64_t *live); /* at each step; room for nsteps + 2 */
const Kernel *overlap_variant(const Kernel *k); /* takes the step so; NULL if there is none */
void plan(Model *m);                            /* where each buffer lies */
/* passes/place.c: offsets, which set g->arena_bytes */
static inline bool overlap_in_time(const Buffer *a, const Buffer *b)
{
    return a->first <= b->last && b->first <= a->last;
}
void place_arena(Graph *g);
void check_offsets(const Graph *g);            /* two live buffers in one place are a bug() */
void place_as_before(Graph *g, int64_t limit); /* as the earlier output had it, as far as it fits */

/* ==== emit/ ========================================================================== */

void give_names(Model *m);                               /* to steps, buffers, constants */
void emit_files(Model *m);                               /* into options->out_dir */
void emit_bundle(Model *m, Text *source, Text *weights); /* one text, weights apart */
const char *c_identifier(const char *s); /* letters, digits, underscores; no keyword; never empty */
bool is_c_identifier(const char *s);

/* Scale of an output that a dequantise step makes, else 0. */
double output_step(const Graph *g, int output);

#endif
