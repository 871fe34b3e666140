/* SPDX-License-Identifier: 0BSD
 * One self-contained file: the runtime and just the kernels that are called, pasted before the
 * model. */
#ifndef PTEC_EMIT_BUNDLE_H
#define PTEC_EMIT_BUNDLE_H

#include "emit/emit.h"

/* `weights`: how they are linked, as the last part */
void add_bundle(Text *t, const Emit *e, const Text *header, const Text *steps, const Text *source,
                const Text *weights);
/* The model's own three texts as one, which links the runtime and the kernels. */
void add_unit(Text *t, const Emit *e, const Text *header, const Text *steps, const Text *source);
Text pasted(const Text *t);                          /* with what its local #include lines name */
bool in_name(char c);                                /* of C, whatever the locale */
bool mentions(const char *text, const char *symbol); /* as a word */
const char *embedded_text(const char *name);         /* NULL if there is none */

#endif
