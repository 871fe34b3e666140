/* SPDX-License-Identifier: 0BSD
 * The verbs beside `compile`: showing a program, and running its emitted C. */
#ifndef PTEC_TOOLS_TOOLS_H
#define PTEC_TOOLS_TOOLS_H

#include "graph/cost.h"
#include "read/program.h"

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

/* tools/cc.c, tools/tcc.c: the two ways to machine code */
typedef struct Code {
    void *handle;
    void *(*symbol)(void *handle, const char *name);
} Code;

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

#endif
