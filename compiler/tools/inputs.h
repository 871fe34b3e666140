/* SPDX-License-Identifier: 0BSD
 * What `run`, `compare` and `cases` call, and with which inputs. */
#ifndef PTEC_TOOLS_INPUTS_H
#define PTEC_TOOLS_INPUTS_H

#include "tools/exec/tools.h"

/* Returns the method of that name, or, if it is NULL, forward, else the first. */
const Graph *choose_method(const Model *m, const char *name);
const char *describe_arg(const char *what, int i, const Arg *a); /* "input 0 (image)" */
/* Reads a tensor for argument number `i` of the inputs or outputs, which `what` says, from an array
 * of numpy or raw bytes. What does not fit is fatal(). */
CaseValue read_argument(const char *path, const char *what, const Arg *a, int i);
bool has_recorded_inputs(const ExecOptions *o, const Bundle *b, const Graph *g);
/* Makes an input whose elements are 1; what the program fixes keeps its value. */
CaseValue ones_for(const Arg *a);
/* Takes the inputs from files, else from the first recorded case, else makes ones like ExecuTorch's
 * runner. */
const CaseValue *make_inputs(const ExecOptions *o, const Bundle *b, const Graph *g);

#endif
