/* SPDX-License-Identifier: 0BSD
 * What is read from files: programs, and the recorded cases of a bundle; exactly what they say. */
#ifndef PTEC_READ_PROGRAM_H
#define PTEC_READ_PROGRAM_H

#include "base/dtype.h"

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
    bool complex;    /* its elements are parts of complex numbers: tensor_in_parts() */
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
    const char *line; /* of the model's own source, "model.py:12"; or NULL */
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

/* Is the slot of a value one of the file's, and not -1 or one behind these? */
static inline bool is_of_file(const FileMethod *m, int slot)
{
    return slot >= 0 && slot < m->nvalues;
}

typedef struct Derived Derived;

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
    Dict *method_number; /* by name */
    NamedData *named;    /* of the program, then of its .ptd files */
    const NamedData **named_by_key;
    int nnamed;
    Derived **derived; /* what was made of the files' bytes (read/derived.h) */
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

/* Holds a .bpte, the program and its recorded cases; a .pte has no suites. */
typedef struct Bundle {
    Program *program;
    TestSuite *suite;
    int nsuites;
    const char *note; /* who has computed the expected outputs, if `ptec bundle` has; or NULL */
} Bundle;

#endif
