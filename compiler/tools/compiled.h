/* SPDX-License-Identifier: 0BSD
 * What was compiled, for a C compiler and for the last lines of `compile`. */
#ifndef PTEC_TOOLS_COMPILED_H
#define PTEC_TOOLS_COMPILED_H

#include "tools/exec/tools.h"

/* Holds the models of one output. */
typedef struct Compilation {
    Model **model;
    int count;
    const Overlay *overlay;      /* or NULL */
    const ExecOptions *measures; /* --size: the compiler; or NULL */
    int64_t max_stack;           /* 0: any number */
} Compilation;

/* Emits the model for a compiler: as a unit that links `runtime`, the archive of the kernels, or,
 * if that is NULL, as a bundle that has its kernels in it. */
Emitted emit_to_compile(Model *m, const char *runtime);
/* Compiles a model again whose flash, measured with its code, is more than it may take, if some of
 * its weights could be smaller. */
Model *fit_flash(const ExecOptions *o, Model *m);
/* These print what the output takes, or end the process if it is more than it may. */
void report_compiled(Text *t, const Compilation *c);
void report_compiled_json(Text *t, const Compilation *c);

#endif
