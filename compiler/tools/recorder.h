/* SPDX-License-Identifier: 0BSD
 * What each step of a call computes, and when. */
#ifndef PTEC_TOOLS_RECORDER_H
#define PTEC_TOOLS_RECORDER_H

#include "tools/exec/exec.h"

/* Is one run of a step. */
typedef struct StepRecord {
    const Step *step;
    uint64_t start, end; /* nanoseconds */
    bool kept;
    CaseValue result; /* if it is kept: row-major, in memory of its own */
} StepRecord;

typedef struct CallRecord {
    const Graph *graph;
    StepRecord *step;  /* in the order in which they ended */
    int nsteps, nlost; /* nlost: results for which there was no room */
    uint64_t start, end;
    const CaseValue *output; /* in memory of their own */
} CallRecord;

Emitted with_recorder(const Emitted *e); /* the code with a PTE_STEP that tells of each step */
/* Calls the method and says what its steps did; with `keep` their results too, those of steps that
 * take no turns. A call that fails is fatal. */
CallRecord recorded_call(Exec *x, const Graph *g, const CaseValue *input, bool keep);

#endif
