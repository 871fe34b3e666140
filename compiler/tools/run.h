/* SPDX-License-Identifier: 0BSD
 * The verb `run`: one method on the user's inputs; its outputs as text, its times on request. */
#ifndef PTEC_TOOLS_RUN_H
#define PTEC_TOOLS_RUN_H

#include "tools/exec/tools.h"

/* Prints the outputs and saves them in the folder, unless that is ""; or, with the path of a file
 * for them, prints the times of the steps. */
int run_model(const ExecOptions *o, const Bundle *b, const Emitted *e, const char *profile,
              const char *folder);
/* Writes o->etdump: times of the steps of `e`, and results of `whole`, which is the same without
 * steps in turns. */
int dump_model(const ExecOptions *o, const Bundle *b, const Emitted *e, const Emitted *whole);

#endif
