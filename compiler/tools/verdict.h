/* SPDX-License-Identifier: 0BSD
 * What `verify` finds of a call. */
#ifndef PTEC_TOOLS_VERDICT_H
#define PTEC_TOOLS_VERDICT_H

#include "tools/exec/tools.h"

/* Sums up one case: the differences of all its outputs. */
typedef struct Verdict {
    const char *failure; /* that is no matter of numbers, or NULL */
    const char *remark;  /* instead of numbers, or NULL */
    Difference worst;
    int worst_output; /* -1: all equal */
    int64_t integers, unequal_integers, count, unequal, outside;
    int64_t ties; /* indices that name other elements of the same value */
    double signal, noise;
    ExecResult result;
    const char *steps; /* what --steps-crc says, or NULL */
    bool by_steps;     /* the steps say that it is right nevertheless */
} Verdict;

#endif
