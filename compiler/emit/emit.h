/* SPDX-License-Identifier: 0BSD
 * What the sections of the output share. */
#ifndef EMIT_H
#define EMIT_H

#include "emit/output.h"
#include "passes/kernel.h"

/* A function or object that several steps share: its text, and the name under which it stands. */
typedef struct Shared {
    const char *key;  /* the text with \003 for its name: equal keys are one */
    const char *base; /* what it would like to be called */
    const char *name;
    int callers; /* of a function: steps */
} Shared;

typedef struct SharedList {
    Shared *item;
    int count;
    Dict by_key;
} SharedList;

typedef struct Emit {
    Model *m;
    const char *name, *upper; /* the model's prefix: "kws", "KWS" */
    const char *digest;       /* sha256 of the program, 64 hex digits */
    SharedList loops;         /* functions of MAP and REDUCE steps */
    SharedList params;        /* parameters of kernels */
    const char **kernel;      /* symbols that are called, in order of first use */
    int nkernels;
    Dict kernel_index;
    Text parts;      /* functions that call kernels and loops in parts, each once: */
    Dict parted;     /* their names */
    Text alone;      /* functions that call a kernel with one set of parameters, each once: */
    Dict alone_of;   /* their names */
    Text rests;      /* what loops rest on constants' values, a line for each step: */
    Dict resting;    /* their names */
    uint64_t layout; /* of the weights */
} Emit;

/* -- names.c -- */
char *upper_case(const char *s);
void letter_suffix(Text *t, int n);             /* 0: a, 25: z, 26: aa */
const char *layer_name(const Step *s);          /* what the file calls it, or NULL */
void add_op_label(Text *t, const Step *s);      /* "add", "conv_relu" */
int step_buffers(const Step *s, Buffer **home); /* of its results in the arena, each once */

bool take_member(Dict *taken, const char *name); /* of the weights; false: it is somebody's */

/* -- match.c -- */
void match_steps(Graph *g); /* sets Step.old */
const char *step_what(const Step *s);
int step_constants(const Step *s, Buffer **constant); /* those that it reads, each once */
const char *buffer_digest(Buffer *b);                 /* of a constant's bytes, 8 hex digits */

/* -- text.c -- */
Shared *share(SharedList *list, const char *key, const char *base); /* found, or made */
/* A name is its base if only one item has that, else it ends in a hash of the text; an item of an
 * earlier output keeps its name of these two. */
void name_shared(SharedList *list, const Manifest *old);
const char *shared_digest(const Shared *s); /* of its text, 8 hex digits */
/* The text with its name in place; a function of several callers is not copied into them. */
void add_shared(Text *t, const Shared *s);
/* The line without its newline, broken so that it keeps to 100 columns behind t's margin. */
void add_wrapped(Text *t, const char *line);
void add_moved(Text *t, const Text *lines); /* to the right by their margin */
/* A line with a comment behind it, at a column that other lines have no part in, or above. */
void add_commented(Text *t, const char *code, const char *comment);

/* -- cexpr.c -- */
const char *c_suffix(DType t); /* "f32", "s8": of runtime functions and pte_ types */
/* How operands and indices of an expression are spelt: IN, AXIS and AT. */
typedef struct Leaves {
    void (*add)(Text *t, const Expr *leaf, const struct Leaves *l);
} Leaves;
void add_c_expr(Text *t, const Expr *e); /* without operands */
void add_c_expr_over(Text *t, const Expr *e, const Leaves *l);
bool expr_is_arithmetic(const Expr *e); /* +, -, *, / of floats */
bool expr_passes_on(const Expr *e);     /* gives what its operands are, or one of them */
/* A copy whose products are rounded before they are added, and whose floats have no more digits
 * than their type, where the bits of an integer depend on them: `exact` of the whole, else of what
 * is converted or compared. `summed`: it is added to. */
Expr *rounded_products(const Expr *e, bool exact, bool summed);
/* Calls functions that have a form for vectors (pte_math_lanes.h) in that; with `exact` as above
 * only those of the same bits. */
void use_lanes(Expr *e, bool exact);
bool calls_lanes(const Text *t);
void add_c_operand(Text *t, const Expr *e, const Leaves *l); /* parenthesised where need be */
const char *c_operator(const Expr *e);     /* "" if C has none that means the same */
const char *c_float(double d, DType type); /* literal that reads back to the same bits */

void add_c_string(Text *t, Bytes s);
void add_c_literal(Text *t, FileKind kind, const FileValue *v); /* NULL of other kinds */

/* -- excess.c -- */
/* Does every float operation of the model become a number of its type before it is used, also where
 * C computes with more digits? */
bool is_free_of_excess(const Model *m);
#define FREE_OF_EXCESS "#define PTE_FREE_OF_EXCESS 1" /* to pte_rt.h */

/* -- ranges.c -- */
/* Plain C where no number can leave its type: sums of integers, casts to them; clamps that a cast
 * follows are those of integers, others between numbers one instruction. `operand`: what IN stands
 * for; NULL: constants may have any values. Returns what rests on their values, "" if nothing does:
 * equal for other values that allow the same C. */
const char *use_ranges(Expr *e, Value *const *operand);

/* -- csize.c -- */
void add_c_size(Text *t, Size *s);  /* int32_t if it is narrow, else int64_t */
void add_c_int32(Text *t, Size *s); /* of one that is known to fit */
typedef struct SizeList {
    Size **item;
    int count;
} SizeList;
/* Extents of results become variables of the method; those that its text reads are defined. Made of
 * numbers that steps compute, they are spelt out where they are used. */
SizeList name_sizes(const Graph *g);
void add_size_variables(Text *t, SizeList *list);

/* -- loops.c -- */
/* The function for a MAP or REDUCE step, made if it is new; `args` gets the extents and strides
 * that its call passes. */
Shared *loop_function(Emit *e, const Step *s, Text *args);
SizeList loop_sizes(const Step *s); /* the extents and strides that its call passes */
/* Elements from one turn of the outermost loop to the next, for argument number `argument` of the
 * function, in C with a prefix for its arguments; NULL if it stays. */
const char *outermost_step(const Step *s, int argument, const char *prefix);
bool loop_takes(const Step *s, int operand); /* is it an argument of the function? */
/* Does the outermost loop move the operand, which all elements share otherwise? */
bool moves_in_loop(const Step *s, int operand);
bool finishes_sums(const Step *s); /* a REDUCE: is there more to do behind the last row? */
void collect_loops(Emit *e, const Graph *g);

/* -- structure.c -- */
typedef enum FlowKind { FLOW_STEPS, FLOW_IF, FLOW_LOOP, FLOW_BREAK } FlowKind;
typedef struct Flow { /* a statement, and those behind it */
    FlowKind kind;
    const Block *block;    /* STEPS: whose; IF: whose condition */
    struct Flow *inner[2]; /* IF: if it holds, if not; LOOP: [0] */
    struct Flow *next;
} Flow;
/* The method's blocks without jumps; false: its jumps do not nest, or too deep. */
bool structure(const Graph *g, Flow **flow);

/* -- params.c -- */
void collect_params(Emit *e, const Graph *g);
const char *param_name(Emit *e, const Step *s, int piece); /* of what it points at */
int pieces_of(const Step *s);                              /* of a move; others are one */
Params params_of(const Step *s, int piece);
bool params_are_static(const Params *p);

/* -- steps.c -- */
void add_step_lines(Text *t, Emit *e, const Graph *g, const Step *s);
void add_value(Text *t, const Graph *g, const Value *v); /* pointer expression */
const char *shape_text(const Value *v);                  /* "32x112x112", without leading ones */

void use_kernel(Emit *e, const char *symbol);
/* Of the step's operands, those that its kernel gets are some of the first. */
int passed_operands(const Step *s);
bool is_passed(const Step *s, int operand);

void add_step_comment(Text *t, const Step *s);
/* Without comment or checks. */
void add_step_calls(Text *t, Emit *e, const Graph *g, const Step *s);
bool is_of_strip(const Step *s, const Value *v); /* does a step of its strip compute v? */

/* -- foreign.c: calls of the user's functions -- */
void add_foreign_prototypes(Text *t, const Model *m);
void add_foreign_step(Text *t, const Graph *g, const Step *s);

/* -- delegates.c: their initialisation, which has functions of its own -- */
void add_delegate_declarations(Text *t, const Emit *e);
void add_delegate_functions(Text *t, const Emit *e);
void add_ready_check(Text *t, const Graph *g); /* where a method is entered */

/* -- operators.c: of a library, which NAME_init makes -- */
void add_operator_declarations(Text *t, const Emit *e);
const char *operator_names(const Emit *e);
void add_operator_functions(Text *t, Emit *e);
void add_operators_check(Text *t, const Graph *g); /* where a method is entered */
void add_operator_run(Text *t, Emit *e, const Graph *g, const Step *s);

/* -- flow.c -- */
void add_method_body(Text *t, Emit *e, const Graph *g);

/* -- alone.c -- */
/* With --prefer speed: the function that calls the kernel with these parameters. */
const char *kernel_alone(Emit *e, const char *symbol, const char *params);

/* -- parts.c -- */
/* Of a C function, as its prototype has them. */
typedef struct Argument {
    const char *type, *name; /* "const pte_f32 *", "in" */
} Argument;

enum { MOST_ARGUMENTS = 512 }; /* a loop over 24 operands of 16 axes has 441 */
typedef struct Arguments {
    Argument item[MOST_ARGUMENTS];
    int count;
} Arguments;
Arguments kernel_arguments(const char *symbol);
/* The function that calls the step's kernel, or loop, in parts: its first arguments are the threads
 * and how many parts there are at most. */
const char *parted_kernel(Emit *e, const Step *s, const char *symbol);
const char *parted_loop(Emit *e, const Step *s, const Shared *loop);

/* -- strips.c -- */
bool has_strips(const Graph *g, bool parted);
const char *turns_of(Emit *e, const Step *s); /* "&NAME_turns": which rows it computes when */
int64_t row_step(const Step *s, const Value *v);
const char *turn_params(const Step *s); /* of one that slides over rows: what its kernel takes */
void collect_turns(Emit *e, const Graph *g);
void add_strip(Text *t, Emit *e, const Graph *g, const Strip *strip);

/* -- checks.c -- */
bool has_checks(const Graph *g);                  /* without --checks off */
bool gives_status(const Graph *g, const Step *s); /* its kernel may end the call */
/* Tests of what sizes must be, as soon as they are known: `last` is computed, or NULL at entry. */
void add_forced_checks(Text *t, const Graph *g, const Size *last);
/* What has to hold before a step writes and is not known when it is compiled: results fit the
 * memory planned for them, and `sizes` fit int32_t. */
void add_size_checks(Text *t, const Graph *g, const Step *s, SizeList sizes);

/* -- arenas.c: the arena, or those of several memories -- */
const char *arena_suffix(const Model *m, int arena); /* of names: "" for the first, "_psram" */
const char *arena_access(const Model *m, int arena); /* "AT", "AT_PSRAM" */
bool uses_arena(const Model *m, int arena, const char *body);
/* Pointers to those that the body uses. */
void add_arena_pointers(Text *t, const Model *m, const char *ctx, const char *body);
void add_arena_sizes(Text *t, const Emit *e);        /* of NAME.h */
void add_arena_members(Text *t, const Emit *e);      /* of its ctx: of all but the first */
const char *static_arena(const Model *m, int arena); /* what ctx points to */
void add_static_arenas(Text *t, const Emit *e);

/* -- model.c, header.c: the sections -- */
int arena_align(const Emit *e);
void add_model_source(Text *t, Emit *e);
void add_model_header(Text *t, const Emit *e);
void add_steps_header(Text *t, const Emit *e);
const char *c_type_of_arg(const Arg *a); /* "float" */
void add_prototype(Text *t, const Emit *e, const Graph *g, bool with_ctx);

/* -- manifest.c -- */
/* When everything has its name; `weights`: their bytes, none if they are shared. */
void add_manifest(Text *t, const Emit *e, const Text *source, const Text *weights);

/* -- weights.c -- */
void add_weights_struct(Text *t, Emit *e); /* also sets e->layout */
void add_weights_bytes(Text *t, const Emit *e);
/* `array`: the bytes, as a C array; NULL: those of the file beside it. */
void add_linked_weights(Text *t, const Emit *e, const Text *array);
void add_weights_unit(Text *t, const Emit *e, const Text *array); /* NAME_weights.c */

/* -- bundle.c -- */
/* `weights`: how they are linked, as the last part */
void add_bundle(Text *t, const Emit *e, const Text *header, const Text *steps, const Text *source,
                const Text *weights);
/* The model's own three texts as one, which links the runtime and the kernels. */
void add_unit(Text *t, const Emit *e, const Text *header, const Text *steps, const Text *source);
Text pasted(const Text *t);                          /* with what its local #include lines name */
bool in_name(char c);                                /* of C, whatever the locale */
bool mentions(const char *text, const char *symbol); /* as a word */

#endif
