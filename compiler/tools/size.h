/* SPDX-License-Identifier: 0BSD
 * Flash and RAM of a compiled model, for the last lines of `compile`. */
#ifndef PTEC_TOOLS_SIZE_H
#define PTEC_TOOLS_SIZE_H

#include "model.h"
#include "tools/calls.h"

/* Describes the object that a compiler makes of the emitted C, its runtime and kernels; the weights
 * are apart. */
typedef struct Measured {
    const char *compiler;              /* with its flags */
    int64_t code, tables, data, zeros; /* bytes: .text, .rodata, .data, .bss and their like */
    CallGraph *calls;                  /* NULL: the compiler does not tell */
} Measured;

int64_t flash_bytes(const Model *m, const Measured *size); /* of weights, code and tables */
/* Prints a table of the methods (tools/size.c); `size`, unless NULL, adds what was measured. */
void report_size(Text *t, const Model *m, const Measured *size);
/* These count bytes: of constants that the method reads, which others may read too, of the state
 * that it uses, and of inputs or outputs at their bounds. */
int64_t method_constants(Graph *g);
int64_t method_state(const Graph *g);
int64_t args_bytes(const Arg *arg, int count);
const Fetch *largest_block(const Graph *g); /* of streamed weights, or NULL */
StackBound stack_of_method(const Graph *g, CallGraph *calls);
/* Returns a name without the model's prefix, which kernels and the runtime have if they are in the
 * model's object. */
const char *plain_name(const Model *m, const char *name);
void report_overlay(Text *t, const Overlay *o, Model *const *model, int count);

#endif
