/* SPDX-License-Identifier: 0BSD
 * The registry of backends. */
#ifndef PTEC_SELECT_REGISTRY_H
#define PTEC_SELECT_REGISTRY_H

#include "model.h"

/* Loops over the backends that the user asks for, the preferred one first. */
#define FOR_BACKENDS(b, options)                                                                   \
    for (const Backend *const *b##_at = (options)->backend, *b; b##_at && (b = *b##_at) != NULL;   \
         b##_at++)

extern const Backend *const backends[];        /* all, the portable ones first; ends with NULL */
const Backend *backend_find(const char *name); /* NULL if there is none */
const Backend *backend_of(const char *symbol); /* by the symbol of one of its kernels */
bool backend_is_missing(const Backend *b);     /* are all of its kernels? */

/* The argument of --kernels: names that may stand in it, NULL at the end; what the options ask for,
 * "vector,portable"; what "auto" stands for. */
extern const char measured_name[];
const char **backend_names(void);
const char *kernel_names(const Options *o);
const Backend **measured_backends(void);
void list_backends(Text *t); /* a line for each, for --help */

bool uses_backend(const Graph *g, const Backend *b);
bool calls_library(const Model *m, const char *library); /* Does a step of the model? */
bool backend_asks(const Backend *b, const char *pass);   /* does the pass run for its sake? */
/* Returns the first backend for whose sake the pass runs, or NULL. */
const Backend *backend_that_asks(const Graph *g, const char *pass);
/* Do its kernels come before those of all libraries of operators, if that matters to it? */
bool leads(const Graph *g, const Backend *b);
bool uses_lanes(const Graph *g);
/* Returns how the step's kernel, an operator that NAME_init has made, is named; NULL: it is none.
 */
const OperatorText *operator_text(const Step *s);
/* Returns the one way in which operators of the model are named, or NULL if it has none. */
const OperatorText *operators_of(const Model *m);
static inline bool makes_operator(const Step *s)
{
    return operator_text(s) != NULL;
}
/* Returns the kernel's variant for that use, which may be `k` itself, or NULL. */
const Kernel *kernel_variant(const Kernel *k, VariantUse use);

#endif
