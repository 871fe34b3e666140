/* SPDX-License-Identifier: 0BSD
 * What the two sides of a comparison have computed. */
#ifndef PTEC_TOOLS_COMPARE_RESULTS_H
#define PTEC_TOOLS_COMPARE_RESULTS_H

#include "tools/etdump/etdump.h"
#include "tools/exec/tools.h"

/* Is one value that was computed. */
typedef struct Result {
    const char *name; /* of the step or the output, or of the instruction of a dump */
    const Step *step; /* NULL: it is the dump's, or an output */
    int slot;         /* among the method's values; an output has ~number */
    int again;        /* how often the same slot was computed before, in a loop */
    const CaseValue *value;
} Result;

typedef struct Results {
    Result *item;
    int count;
} Results;

/* Runs the method and returns what its steps compute. */
Results results_of_call(const ExecOptions *o, const Emitted *e, const Graph *g,
                        const CaseValue *input);
/* Finds the dump's values among those of the program that was run, which the graph was made of. */
Results results_of_dump(const EtDump *d, const Graph *g);

#endif
