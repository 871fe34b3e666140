/* SPDX-License-Identifier: 0BSD
 * What a program is made of, counted: for `show`. */
#ifndef PTEC_TOOLS_PROGRAM_FACTS_H
#define PTEC_TOOLS_PROGRAM_FACTS_H

#include "read/program.h"
#include "read/xnn_graph.h"

enum { DTYPES = 128 }; /* more than ScalarType has */

typedef struct Count {
    const char *name;
    int count;
} Count;

typedef struct Counts {
    Count *item; /* the most frequent first */
    int count;
} Counts;

typedef struct InstructionCounts {
    uint64_t of[FI_FREE_CALL + 1]; /* by FileInstrKind */
} InstructionCounts;

typedef struct WeightsSum {
    uint64_t bytes, tensors;
} WeightsSum;

const char *instruction_name(int kind); /* FileInstrKind: "operator call" */
InstructionCounts count_instructions(const FileMethod *m);
Counts count_operators(const FileMethod *m);
Counts count_nodes(const XnnGraph *g); /* of a delegate, by kind */
uint64_t tensors_in_memory(const FileMethod *m, int memory);
/* Finds the values that have data, the largest first. Those with the same bytes are one weight, for
 * which the first value stands. */
FileValue **find_weights(const FileMethod *m, int *count);
WeightsSum sum_weights(FileValue *const *weight, int count, int dtype);

#endif
