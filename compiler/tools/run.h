/* SPDX-License-Identifier: 0BSD
 * The verb `run`: one method on the user's inputs; its outputs as text, its times on request. */
#ifndef PTEC_TOOLS_RUN_H
#define PTEC_TOOLS_RUN_H

#include "tools/exec/tools.h"

typedef struct RunForm {
    const char *profile; /* file for the times of the steps, which are printed instead; or NULL */
    const char *folder;  /* for the outputs; or "" */
    bool json;           /* prints the outputs as JSON */
} RunForm;

/* Prints the outputs, and saves them. */
int run_model(const ExecOptions *o, const Bundle *b, const Emitted *e, const RunForm *form);
/* Saves what all steps compute in o->dump; `whole` has no steps in turns. */
int save_model_values(const ExecOptions *o, const Bundle *b, const Emitted *whole);
/* Writes o->etdump: times of the steps of `e`, and results of `whole`, which is the same without
 * steps in turns. */
int dump_model(const ExecOptions *o, const Bundle *b, const Emitted *e, const Emitted *whole);

#endif
