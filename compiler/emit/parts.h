/* SPDX-License-Identifier: 0BSD
 * Steps that threads compute in parts. */
#ifndef PTEC_EMIT_PARTS_H
#define PTEC_EMIT_PARTS_H

#include "emit/text/emit.h"

/* Is an argument of a C function, as its prototype has it. */
typedef struct Argument {
    const char *type, *name; /* "const pte_f32 *", "in" */
} Argument;

typedef struct Arguments {
    Argument *item;
    int count;
} Arguments;

Arguments kernel_arguments(const char *symbol);
/* These return the function that calls the step's kernel, or loop, in parts. Its first arguments
 * are the threads and how many parts there are at most. */
const char *parted_kernel(Emit *e, const Step *s, const char *symbol);
const char *parted_loop(Emit *e, const Step *s, const Shared *loop);

#endif
