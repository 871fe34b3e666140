/* SPDX-License-Identifier: 0BSD
 * The verbs beside `compile`: showing a program, and running its emitted C. */
#ifndef TOOLS_H
#define TOOLS_H

#include "model.h"

/* What the file contains, for a person to read. */
void show(const Bundle *b, Text *out);
/* tools/selected.c: the operators, as ExecuTorch's selected_operators.yaml. */
void show_selected(Text *t, const Program *p);
/* tools/extract.c: the data of every delegate as a file of the folder. */
void extract_delegates(const Program *p, const char *folder);
/* tools/operators.c: all of them, in Markdown; the names of those that ptec compiles, in JSON. */
void show_operators(Text *out);
void list_operators(Text *out);
/* tools/show_plan.c: the memory that the compiled program needs, or why it does not compile. */
void show_plan(Program *p, const Options *o, Text *out);

/* ==== emitted C, compiled and run by `verify` and `run` ============================== */

/* A model's bundle, or with --runtime its unit, and what has to be known to judge it. */
typedef struct Emitted {
    const Model *model;
    const Text *source;
    const Text *header; /* NAME.h, for what else is linked */
    Bytes weights;
    const char *kernels; /* the backends that the steps use: "portable" */
    double (*output_step)(const Graph *g, int output); /* of a dequantised output, else 0 */
    size_t trace_bytes; /* of what the source's PTE_STEP keeps at `ptec_trace`; 0: it has none */
} Emitted;

/* A board, or a processor under Linux: tools/targets.def has them all. */
typedef struct Target {
    const char *name, *compiler, *compiler_package, *cflags, *start;
    bool big_endian;
    uint32_t boot, flash, flash_bytes, ram, ram_bytes; /* 0: Linux gives it memory */
    unsigned instructions;                             /* in 1000 ticks, by the emulator; or 0 */
    const char *emulator_package, *runner;
} Target;
extern const Target targets[]; /* the last has no name */
enum { MOST_TARGETS = 16 };

typedef struct ExecOptions {
    const char *cc, *cflags; /* NULL: libtcc or the target's; -O2 */
    const Target *target;    /* verify: NULL: this machine */
    const char *runner;      /* verify: command that runs the target's image %e; NULL: its own */
    const char *port;        /* verify: serial port that the target writes to; NULL: the command */
    char **link;             /* the user's C files, objects and archives; only with a `cc` */
    int nlinks;
    const char *runtime;  /* archive of the kernels that the model links; NULL: it has them */
    const char **library; /* words that link the libraries of kernels that the model calls */
    int nlibraries;
    double rtol, atol;
    bool steps_each;      /* verify: each step on bytes by itself */
    bool steps_crc;       /* verify: name the first step that is another on the target */
    int steps;            /* verify: quantisation steps by which outputs may differ; 0: none */
    const char *sequence; /* verify: file with the calls to make; NULL: every case once */
    char **input;         /* run: one file for each input tensor */
    int ninputs;
    int threads;     /* in the pool that the emitted code gets; 0: no pool */
    int repeat;      /* run: timed calls; 0: one call, no times */
    int cpu_seconds; /* that one call may take; 0: DEFAULT_CPU_SECONDS */
} ExecOptions;
#define DEFAULT_RTOL        1e-3
#define DEFAULT_ATOL        1e-5
#define DEFAULT_CPU_SECONDS 600

/* Both return the exit code and print their results on standard output. */
int verify_model(const ExecOptions *o, const Bundle *b, const Emitted *e);
int run_model(const ExecOptions *o, const Bundle *b, const Emitted *e);
/* tools/libraries.c: those that the model calls and that ptec was configured with. Others, if no
 * --link names one, are wrong usage. */
void link_libraries(ExecOptions *o, const Model *m);
/* tools/each.c: every step of `e` whose result has 8 bits, given the operands that the source
 * operators of `reference` compute, against their result. */
int verify_each_step(const ExecOptions *o, const Bundle *b, const Emitted *reference,
                     const Emitted *e);

/* tools/sequence.c: the calls of a file `sequence`:
 *     call METHOD CASE [status N]    # run a case; its outputs are compared if the status is 0
 *     reset                          # set the instance's state to its initial value
 *     instance N                     # the following lines mean another instance, 0 at first */
typedef struct SequenceLine {
    enum { SEQ_CALL, SEQ_RESET } kind;
    int instance, line;
    const TestSuite *suite;
    int test, status;
} SequenceLine;
SequenceLine *read_sequence(const char *path, const Bundle *b, int *count);

/* tools/exec.c: emitted C in a child process, whose death it survives. */
typedef struct Exec Exec;
typedef struct ExecResult {
    const char *fault;       /* how the call broke its contract or died; NULL: it returned */
    int status;              /* pte_status */
    const CaseValue *output; /* of each output of the method, until the next call or exec_close() */
    const double *seconds;   /* of each repetition */
    struct {                 /* by a target */
        bool known, guarded; /* guarded: nothing was written beside the arena */
        uint64_t ticks;
        unsigned stack, stack_room;
    } measured;
    const uint32_t *step; /* --steps-crc: numbers of the steps that ended, each with a CRC */
    uint32_t nsteps;
} ExecResult;
/* Compiles and loads, one at a time; a failure is fatal. Every instance has its own state. */
Exec *exec_open(const ExecOptions *o, const Emitted *e, int instances);
/* The next call finds the instance as at start-up: rubbish in its memory, then reset. */
void exec_reset(Exec *x, int instance);
/* With a target: all calls are announced first, in their order, then exec_start. */
void exec_announce(Exec *x, const Graph *g, int instance, const CaseValue *input);
void exec_start(Exec *x);
ExecResult exec_call(Exec *x, const Graph *g, int instance, const CaseValue *input, int repeat);
uint8_t *exec_trace(Exec *x); /* Emitted.trace_bytes, shared with the emitted code */
void exec_close(Exec *x);
const char *exec_compiler(const ExecOptions *o); /* "libtcc", "gcc -O2" */

/* tools/border.c: --io int8; arguments that are no bytes at the border stay as they are. */
void quantise_inputs(const Graph *g, TestCase *c);
CaseValue dequantised(const Arg *a, const CaseValue *got);

/* tools/steps.c: --steps-crc */
Emitted with_crcs_by_target(const Emitted *e);
Exec *open_crcs_by_host(const ExecOptions *o, const Emitted *e, int instances);
/* Makes the call that the target has made; "12 steps as on this machine". */
const char *compare_crcs(Exec *here, const Graph *g, int instance, const CaseValue *input,
                         const ExecResult *there);

/* tools/shim.c: the C functions by which exec.c calls every method alike. */
void add_shims(Text *t, const Model *m);
char *shim_name(const Graph *g);

/* tools/cc.c, tools/tcc.c: the two ways to machine code */
typedef struct Code {
    void *handle;
    void *(*symbol)(void *handle, const char *name);
} Code;
/* Path of a shared object, one at a time, in the scratch folder. */
const char *build_shared_object(const ExecOptions *o, const Emitted *e);
bool load_shared_object(Code *code, const char *path, char *error, size_t room);
/* `runtime`: the archive of the kernels, or NULL if they are in what is emitted. */
bool load_with_libtcc(Code *code, const Emitted *e, const char *runtime, char *error, size_t room);

/* tools/compare.c: recorded outputs against ours */
typedef struct Tolerance {
    double rtol, atol;
    int steps;   /* 0: by rtol and atol; integers equal */
    double step; /* of a float output; 0: it has none */
} Tolerance;
typedef struct Difference {
    const char *mismatch; /* of kind, dtype, shape or layout: nothing was compared; else NULL */
    int64_t count, unequal, outside; /* elements; outside the tolerance: a failure */
    double largest;                  /* absolute; infinite where only one is NaN or infinite */
    char place[80];                  /* of the largest: "[0, 3]" */
    double got, want;                /* there */
    double signal, noise;            /* sums of squares */
    bool exact;                      /* integers and bools, judged by `unequal` */
} Difference;
Difference compare_values(const CaseValue *got, const CaseValue *want, const Tolerance *t);
const char *shape_mismatch(const FileTensor *a, const FileTensor *b); /* dtype, rank, size */

/* tools/tensor.c: values of any dtype as numbers and as text */
int64_t tensor_count(const FileTensor *t);                 /* elements */
void tensor_strides(const FileTensor *t, int64_t *stride); /* by logical axis, in elements */
double tensor_number(int dtype, const void *data, int64_t i);
int64_t tensor_integer(int dtype, const void *data, int64_t i);
FileTensor tensor_in_order(const FileTensor *t, const uint8_t *dim_order);
FileTensor tensor_of(const CaseValue *v);     /* a scalar as one of rank 0, complex ones in parts */
void add_tensor(Text *t, const CaseValue *v); /* "f32 [1, 10]", and the numbers, abbreviated */
void add_shape(Text *t, const FileTensor *tensor);

/* tools/progress.c: one line on a terminal's standard error, nothing elsewhere */
void progress(const char *fmt, ...) PRINTF(1, 2);
void progress_end(void);

#endif
