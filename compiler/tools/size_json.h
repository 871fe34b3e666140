/* SPDX-License-Identifier: 0BSD
 * `ptec compile --json`: the figures of tools/size.c. */
#ifndef PTEC_TOOLS_SIZE_JSON_H
#define PTEC_TOOLS_SIZE_JSON_H

#include "base/json.h"
#include "tools/size.h"

/* Adds the member `stack`, null if there is no bound, and then why; of compilers that write no
 * call graph `calls` is NULL. */
void json_stack(Json *j, CallGraph *calls, StackBound bound);
void json_size(Json *j, const Model *m, const Measured *size); /* an element; `size` may be NULL */
void json_overlay(Json *j, const Overlay *o, Model *const *model, int count);

#endif
