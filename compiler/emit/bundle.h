/* SPDX-License-Identifier: 0BSD
 * One self-contained file: the runtime and just the kernels that are called, pasted before the
 * model. */
#ifndef PTEC_EMIT_BUNDLE_H
#define PTEC_EMIT_BUNDLE_H

#include "emit/text/emit.h"

/* Appends the bundle's parts. How the weights are linked, and BUNDLE_END, follow. */
void add_bundle(Text *t, const Emit *e, const Text *header, const Text *steps, const Text *source);
#define BUNDLE_END "#endif\n"
/* Appends the model's own three texts as one, which links the runtime and the kernels. */
void add_unit(Text *t, const Emit *e, const Text *header, const Text *steps, const Text *source);
/* Is a source file of the runtime, with the text of its local #include lines in their place. */
typedef struct RuntimeSource {
    const char *name; /* "pte_mcu_dot.c" */
    Text *text;
} RuntimeSource;

/* Lists the sources of the runtime and the kernels that C calls, also by way of others. */
RuntimeSource *runtime_sources(const Text *code, int *count);
bool runtime_mentions(const char *word); /* does a file of runtime-min, be it in a comment? */
Text pasted(const Text *t); /* t, with the text of local #include lines in their place */
bool in_name(char c);       /* may a name in C have it, whatever the locale? */
bool mentions(const char *text, const char *symbol); /* does the text have it as a word? */

#endif
