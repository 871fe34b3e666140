/* SPDX-License-Identifier: 0BSD
 * Recorded cases as C: arrays of inputs and expected outputs, and a program that makes the calls,
 * for a project that has no files. */
#ifndef PTEC_TOOLS_CASES_H
#define PTEC_TOOLS_CASES_H

#include "model.h"
#include "read/program.h"
#include "tools/exec/tools.h"

/* Stages NAME_cases.h, NAME_cases.c and NAME_cases_main.c in options->out_dir, where files_place()
 * puts them; `o` has the tolerance. A case that the program cannot be called with is fatal. */
void emit_cases(const ExecOptions *o, const Bundle *b, const Model *m);

#endif
