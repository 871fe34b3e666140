/* SPDX-License-Identifier: 0BSD
 * The verb `bundle`: a program and recorded cases as one file. */
#ifndef PTEC_TOOLS_BUNDLE_H
#define PTEC_TOOLS_BUNDLE_H

#include "tools/exec/tools.h"

/* Writes the program of `b` with its cases and one more for each of o->input, a list of files. The
 * expected outputs are those of o->output, else what `e` computes. */
int write_bundle(const ExecOptions *o, const Bundle *b, const Emitted *e, const char *path);

#endif
