/* SPDX-License-Identifier: 0BSD
 * The verbs beside `compile`: showing a program, and running its emitted C. */
#ifndef PTEC_TOOLS_EXEC_TOOLS_H
#define PTEC_TOOLS_EXEC_TOOLS_H

#include "graph/cost.h"
#include "model.h"
#include "read/program.h"

/* ==== emitted C, compiled and run by `verify` and `run` ============================== */

/* Is a model's bundle, or with --runtime its unit, and what has to be known to judge it. */
typedef struct Emitted {
    const Model *model;
    const Text *source;
    const Text *header; /* NAME.h, for what else is linked */
    Bytes weights;
    const char *kernels; /* the backends that the steps use: "portable" */
    double (*output_step)(const Graph *g, int output); /* a dequantised output's scale, or 0 */
    size_t trace_bytes; /* of what the source's PTE_STEP keeps at `ptec_trace`; 0: it has none */
} Emitted;

/* A board, or a processor under Linux: tools/exec/targets.def has them all. */
typedef struct Target {
    const char *name, *compiler, *compiler_package, *cflags, *start;
    bool big_endian;
    ByteLanes lanes;
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
    char **input;         /* run: one file for each input tensor; bundle: a list for each case */
    int ninputs;
    char **output; /* bundle: a list of files for each case; none: they are computed */
    int noutputs;
    bool quiet;         /* no hints */
    const char *method; /* run: NULL: forward, else the first */
    const char *dump;   /* run: folder for the results of steps; or NULL */
    const char *etdump; /* run, verify: file for the times and results of steps; or NULL */
    const char *trace; /* run, verify: file for the times of steps, as Chrome takes them; or NULL */
    const char *profile;      /* verify: file for the ticks of steps on a target; or NULL */
    int threads;              /* in the pool that the emitted code gets; 0: no pool */
    int repeat;               /* run: timed calls; 0: one call, no times */
    int64_t max_instructions; /* verify: of a call on a target; 0: any number */
    int cpu_seconds;          /* --timeout: that calls may take; 0: 60 here, 600 on a target */
} ExecOptions;

/* Does the emulator run as many instructions in a tick as the target says? */
static inline bool counts_instructions(const ExecOptions *o)
{
    return o->target && o->target->instructions && !o->runner && !o->port;
}
#define DEFAULT_RTOL 1e-3
#define DEFAULT_ATOL 1e-5

/* Is a line of a file `sequence` of calls (tools/sequence.c):
 *     call METHOD CASE [status N]    # run a case; its outputs are compared if the status is 0
 *     reset                          # set the instance's state to its initial value
 *     instance N                     # the following lines mean another instance, 0 at first */
typedef struct SequenceLine {
    enum { SEQ_CALL, SEQ_RESET } kind;
    int instance, line;
    const TestSuite *suite;
    int test, status;
} SequenceLine;

enum { MOST_COUNTERS = 8 }; /* of a target's processor, beside its ticks */

/* Is a run of a step that a recorder has seen (tools/etdump/recorder.c). */
typedef struct StepEvent {
    int id;                        /* the enumerator of its step */
    uint64_t start, end;           /* nanoseconds, or ticks of a target */
    uint32_t count[MOST_COUNTERS]; /* by how much the target's counters went up */
    Bytes result;                  /* from its first byte to its last; none: it is not kept */
} StepEvent;

/* Runs emitted C in a child process, whose death it survives (tools/exec/exec.c). */
typedef struct Exec Exec;
typedef struct ExecResult {
    const char *fault;       /* how the call broke its contract or died; NULL: it returned */
    int status;              /* pte_status */
    const CaseValue *output; /* the method's outputs, valid until the next call or exec_close() */
    const double *seconds;   /* time of each repetition */
    struct {                 /* measured by a target */
        bool known, guarded; /* guarded: nothing was written beside the arena */
        uint64_t ticks;
        unsigned stack, stack_room;
    } measured;
    const StepEvent *event; /* on a target, if the code has a recorder */
    int nevents;
    const char *const *counter; /* names of the target's counters */
    int ncounters;
    const uint32_t *step; /* --steps-crc: numbers of the steps that ended, each with a CRC */
    uint32_t nsteps;
} ExecResult;

/* Is machine code that was loaded, made in one of two ways (tools/exec/cc.c, tools/exec/tcc.c). */
typedef struct Code {
    void *handle;
    void *(*symbol)(void *handle, const char *name);
} Code;

/* Says by how much recorded outputs and ours may differ (tools/exec/compare.c). */
typedef struct Tolerance {
    double rtol, atol;
    int steps;     /* 0: by rtol and atol; integers equal */
    double step;   /* quantisation step of a float output; 0: it has none */
    bool rounding; /* types of 16 bits may differ by one rounding, whatever rtol and atol say */
} Tolerance;
typedef struct Difference {
    const char *mismatch; /* in kind, dtype, shape or layout: nothing was compared; or NULL */
    int64_t count, unequal, outside; /* elements; outside the tolerance: a failure */
    double largest;                  /* absolute; infinite where only one is NaN or infinite */
    char place[80];                  /* index of the largest error: "[0, 3]" */
    double got, want;                /* the numbers there */
    double units;                    /* in the last place, at most, of types of 16 bits; else 0 */
    int dtype;
    double relative;      /* the largest error relative to what was expected, where that is not 0 */
    double signal, noise; /* sums of squares */
    bool exact;           /* integers and bools, judged by `unequal` */
} Difference;

#endif
