/* SPDX-License-Identifier: 0BSD
 * What a mutant's code says of itself to the program that runs it (run_batch.c). */
#ifndef MUTANT_H
#define MUTANT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { MUTANT_RANK = 16 };

typedef struct MutantArg {
    int dtype; /* ExecuTorch's number */
    int rank;
    int64_t size[MUTANT_RANK];
    int told; /* so many extents are told at run time, up to those; 0 or all but a complex axis */
    double step; /* of a dequantised output, else 0 */
} MutantArg;

typedef struct MutantMethod {
    const char *name;
    int nin, nout;
    int slack;            /* by which integers may differ; negative: they show bytes of floats */
    const MutantArg *arg; /* inputs, then outputs */
    /* at -O0 and -O2 */
    int (*call[2])(void *arena, void *state, void *const *arg, int32_t *const *dims);
} MutantMethod;

typedef struct Mutant {
    const char *name;
    size_t arena[2], state[2];
    void (*reset[2])(void *state); /* NULL: no state */
    const MutantMethod *method;
    int nmethods;
} Mutant;

extern const Mutant *const mutants[]; /* of the batch; NULL-ended */

#endif
