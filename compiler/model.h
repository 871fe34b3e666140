/* SPDX-License-Identifier: 0BSD
 * A program while it is compiled, and what the command line asks for. */
#ifndef PTEC_MODEL_H
#define PTEC_MODEL_H

#include "graph/kernel.h"
#include "operators/operators.h"
#include "read/manifest.h"
#include "read/program.h"

enum { WEIGHTS_HEADER_BYTES = 32 }; /* pte_weights_header of pte_rt.h */

enum { MOST_THREADS = 64 };

/* Fixes an extent that the caller always passes: "input0.dim1=7". */
typedef struct Binding {
    const char *text;
    int input, dim, extent;
} Binding;

/* A memory that has an arena of its own. */
typedef struct TargetMemory {
    const char *name;
    int64_t bytes;
} TargetMemory;

/* Says in which memory tensors lie whose names match `glob`: "conv*=psram". */
typedef struct PlaceRule {
    const char *text, *glob;
    int memory;
} PlaceRule;

/* Says which instructions on several bytes at once a processor has: none, Arm's DSP extension, or
 * Helium. */
typedef enum ByteLanes { LANES_UNKNOWN, LANES_NONE, LANES_DSP, LANES_HELIUM } ByteLanes;

typedef struct Options {
    const char *model_path;
    char **ptd;
    int nptds;
    OpRow *custom; /* --custom: operators that call C functions of the user; some with a schema */
    int ncustoms;
    char **delegate; /* --delegate: backends that the user provides, "EthosUBackend" */
    int ndelegates;
    Binding *bind;
    int nbinds;
    const char *out_dir;
    const char *name;   /* prefix of everything emitted */
    int opt;            /* 0 or 2 */
    bool bundle;        /* --emit bundle */
    bool sbom;          /* --sbom */
    bool bytes;         /* --io int8: quantised arguments are passed as their bytes */
    bool cpp;           /* --cpp: NAME.hpp too */
    bool by_steps;      /* --by-steps: methods also run a step at a call */
    int64_t max_block;  /* --max-block: bytes of a block of streamed weights; 0: any number */
    int64_t max_piece;  /* --max-piece: multiply-adds of a call by steps; 0: any number */
    bool unchecked;     /* --checks off: arguments, sizes and indices are taken as they come */
    const char *shared; /* --shared: name of the weights of all models, or NULL: each has its own */
    enum { WEIGHTS_BY_FORM, WEIGHTS_BIN, WEIGHTS_C, WEIGHTS_STREAMED } weights;
    uint32_t weights_version; /* --weights-version: what their header says */
    bool big_endian;          /* --target: the order of bytes of numbers among the weights */
    ByteLanes lanes;          /* --target: what its processor has */
    const char *names;        /* --names: the manifest of an earlier output, or NULL */
    const Manifest *old;      /* diff: the same, already read, or NULL */
    int threads;              /* --threads: parts of a step at most; 0: no step is split */
    int64_t part_work;       /* nanoseconds that a part is worth; 0: what pays, for any but tests */
    const Backend **backend; /* in order of preference, NULL at the end; or NULL: none */
    bool speed;           /* --prefer speed: kernels have a function for each set of parameters */
    bool measured;        /* --kernels auto: XNNPACK's only where it was measured to be faster */
    bool whole_steps;     /* no steps in turns, so that each result is seen as a whole */
    int64_t max_ram;      /* --max-ram: bytes of arena and state; 0: any number */
    int64_t max_flash;    /* --max-flash: bytes, with --size also of code; 0: any number */
    TargetMemory *memory; /* --memory, the fastest first; none: one without a limit */
    int nmemories;
    PlaceRule *rule; /* --place */
    int nrules;
    const char *dump_pass; /* -d */
} Options;

/* Says what the compiler does so that a model needs less memory, where it would need too much. */
typedef struct Savings {
    bool by_rows;         /* steps take turns wherever that saves memory */
    bool channels_last;   /* convolutions of floats too: each row of them lies by itself */
    int64_t most_scratch; /* bytes that a kernel may need, or another one is chosen */
    bool few_bits;        /* weights are stored in 8 or 4 bits, even if more are faster */
} Savings;

/* Says what --size has measured. */
typedef struct CodeSize {
    const char *compiler;
    int64_t code, tables, data;
    const int64_t *stack; /* by method; -1: it is not known, or there is no bound */
} CodeSize;

/* Describes the arenas that the models of one output share, of which one runs at a time. */
typedef struct Overlay {
    const Model *owner; /* the model whose source defines them */
    int64_t bytes[MOST_MEMORIES];
} Overlay;

struct Model {
    Program *program;
    const Options *options;
    const Manifest *old; /* or NULL */
    Graph **graph;
    int ngraphs;
    State *state;
    int nstates;
    struct ProgramPlaces *places;     /* import's: which bytes of the program calls write */
    struct ForeignFunction **foreign; /* that the steps call, in order of first use */
    int nforeign;
    struct Delegate **delegate; /* that the steps call */
    int ndelegates;
    int noperators;               /* steps that run operator objects which NAME_init creates */
    Buffer *operators;            /* the state that holds their handles, or NULL */
    Buffer **weight;              /* every constant that is used, in order, set by plan */
    int nweights, nsmall_weights; /* those of few bytes come first */
    int64_t weights_bytes, arena_bytes, state_bytes;
    int64_t in_memory[MOST_MEMORIES]; /* bytes of the arena there: the most that a method needs */
    bool *rule_used;                  /* for each of Options.rule: does some tensor match? */
    const CodeSize *code;             /* NULL: nobody has asked */
    const Overlay *overlay;           /* NULL: the model's arena is its own */
    Savings savings;
    bool is_sketch; /* its constants were freed for another attempt */
    bool looks_up;  /* kernels for microcontrollers have tables behind their sums */
    bool four_bits; /* and weights of 4 bits */
    bool wide;      /* or weights of more bits than they need */
};

/* Are weights stored in as few bits as they fit, or in those that are the fastest? */
static inline bool prefers_few_bits(const Model *m)
{
    return !m->options->speed || m->savings.few_bits;
}

const char *method_place(const Graph *g); /* the file and the method, for messages */
/* Finds a method by its name in the file; NULL: the program has none such. */
const Graph *graph_of_method(const Model *m, const char *name);

/* May the processor have Helium? One that --target does not name may. */
static inline bool may_have_helium(const Options *o)
{
    return o->lanes == LANES_HELIUM || o->lanes == LANES_UNKNOWN;
}

/* Does a call read its weights block by block, instead of finding them in memory? */
static inline bool streams(const Model *m)
{
    return m->options->weights == WEIGHTS_STREAMED;
}

/* Counts the arenas: one, or one for each memory. */
static inline int count_arenas(const Model *m)
{
    return m->options->nmemories ? m->options->nmemories : 1;
}

/* Writes sizes of arenas as "1,024 bytes" or "1,024 bytes in sram, 2,048 in psram"
 * (plan/memories.c). */
const char *arena_text(const Options *o, const int64_t *in_memory);

/* Returns the name after which the weights' symbol and files are called. */
static inline const char *weights_name(const Model *m)
{
    return m->options->shared ? m->options->shared : m->options->name;
}

/* Returns the state of the generator of random numbers, or NULL if no method draws any; it is known
 * once all methods are imported. */
const State *random_state(const Model *m);
bool is_reset(const State *s);  /* does a reset set it? That of an empty tensor has no bytes. */
bool has_reset(const Model *m); /* is there such state? */

#endif
