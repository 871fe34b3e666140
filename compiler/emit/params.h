/* SPDX-License-Identifier: 0BSD
 * The parameter structs that steps point at. */
#ifndef PTEC_EMIT_PARAMS_H
#define PTEC_EMIT_PARAMS_H

#include "emit/text/emit.h"
#include "graph/kernel.h"

const char *param_name(Emit *e, const Step *s, int piece); /* names their object */
int pieces_of(const Step *s);                              /* of a move; others are one */
Params params_of(const Step *s, int piece);
bool params_are_static(const Params *p);

#endif
