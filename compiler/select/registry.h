/* SPDX-License-Identifier: 0BSD
 * The registry of kernel libraries. */
#ifndef PTEC_SELECT_REGISTRY_H
#define PTEC_SELECT_REGISTRY_H

#include "model.h"

const char *kernel_names(const Options *o);    /* as --kernels has them: "vector,portable" */
extern const Backend backends[];               /* ends with one that has no name */
const Backend *backend_find(const char *name); /* NULL if there is none */
const Backend *backend_of(const char *symbol); /* by the symbol of one of its kernels */
bool backend_is_missing(const Backend *b);     /* are all of its kernels? */
extern const char *const backend_names[];      /* NULL at the end */
bool uses_backend(const Graph *g, const char *name);
bool prefers_backend(const Graph *g, const char *name, const char *other);
/* Does the step's kernel run an operator object that NAME_init has created? */
bool makes_operator(const Step *s);
const Kernel *kernel_variant(const Kernel *k,
                             VariantUse use); /* NULL: it has none; may be `k` itself */

#endif
