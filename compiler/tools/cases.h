/* SPDX-License-Identifier: 0BSD
 * Recorded cases as C: arrays of inputs and expected outputs, and a program that makes the calls,
 * for a project that has no files. */
#ifndef PTEC_TOOLS_CASES_H
#define PTEC_TOOLS_CASES_H

#include "model.h"
#include "read/program.h"
#include "tools/exec/tools.h"

/* Describes the program that makes the calls, a loop with a line for each. */
typedef struct CasesMain {
    const char *file;        /* in the folder of the cases */
    const char *include;     /* a line behind <stdio.h>, or NULL */
    const char *head;        /* of the function */
    const char *start, *end; /* statements before and behind all else, or NULL */
} CasesMain;

/* Says where the files go, below which folder, and what else they are. */
typedef struct CasesOutput {
    const char *folder;
    CasesMain main; /* without a file: none */
    bool or_ones;   /* a program without cases has a call of each method with inputs of ones */
} CasesOutput;

extern const CasesMain hosted_main; /* main() for what has stdio; without a file's name */

/* Stages NAME_cases.h, NAME_cases.c and the program, where files_place() puts them; `o` has the
 * tolerance. A case that the program cannot be called with is fatal. Returns the number of calls.
 */
int emit_cases(const ExecOptions *o, const Bundle *b, const Model *m, const CasesOutput *to);
bool has_cases(const Bundle *b);

#endif
