/* SPDX-License-Identifier: 0BSD
 * Flash and RAM of a compiled model, for the last lines of `compile`. */
#ifndef SIZE_H
#define SIZE_H

#include "tools/calls.h"
#include "tools/elf.h"
#include "tools/tools.h"

/* The object that a compiler makes of the emitted C, its runtime and kernels; the weights apart. */
typedef struct Measured {
    const char *compiler;              /* with its flags */
    int64_t code, tables, data, zeros; /* bytes: .text, .rodata, .data, .bss and their like */
    ElfSymbol *symbol;                 /* of code and tables, the largest first */
    int nsymbols;
    const char **outside; /* what it calls in other objects */
    int noutside;
    CallGraph *calls; /* NULL: the compiler does not tell */
} Measured;

/* tools/measure.c: --size */
const Measured *measure_size(const ExecOptions *o, const Emitted *e);
/* tools/size.c: a table of the methods; `size`, or NULL, adds what was measured. */
void report_size(Text *t, const Model *m, const Measured *size);
void report_overlay(Text *t, const Overlay *o, Model *const *model, int count);

#endif
