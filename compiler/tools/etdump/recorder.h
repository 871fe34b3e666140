/* SPDX-License-Identifier: 0BSD
 * What each step of a call computes, and when. */
#ifndef PTEC_TOOLS_ETDUMP_RECORDER_H
#define PTEC_TOOLS_ETDUMP_RECORDER_H

#include "tools/exec/exec.h"

/* Is one run of a step. */
typedef struct StepRecord {
    const Step *step;
    uint64_t start, end;           /* nanoseconds, or ticks of a target */
    uint64_t count[MOST_COUNTERS]; /* of a target's counters */
    bool kept;
    CaseValue result; /* if it is kept: row-major, in memory of its own */
} StepRecord;

typedef struct CallRecord {
    const Graph *graph;
    StepRecord *step; /* in the order in which they ended */
    int nsteps;
    const CaseValue *output; /* in memory of their own */
} CallRecord;

/* What a recorder is for: a target sends results only if they are asked for. */
typedef enum RecorderPlace { RECORD_HERE, RECORD_ON_TARGET, RECORD_TIMES_ON_TARGET } RecorderPlace;

/* Returns the code with a PTE_STEP that tells of each step. */
Emitted with_recorder(const Emitted *e, RecorderPlace place);
void recorder_start(Exec *x, bool keep); /* before a call: `keep` results too, if on this machine */
/* Reads what the call's steps did. Those that take turns have no result. */
CallRecord recorder_read(Exec *x, const Graph *g, const ExecResult *r);
/* All of it for one call on a fresh instance on this machine. A call that fails is fatal. */
CallRecord recorded_call(Exec *x, const Graph *g, const CaseValue *input, bool keep);
/* Says of how many steps the file or folder has no result, if there are any. */
void say_without_result(const char *path, const CallRecord *kept);

#endif
