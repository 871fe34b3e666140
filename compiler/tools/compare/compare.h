/* SPDX-License-Identifier: 0BSD
 * The verb `compare`: which step is the first that computes something else. */
#ifndef PTEC_TOOLS_COMPARE_COMPARE_H
#define PTEC_TOOLS_COMPARE_COMPARE_H

#include "tools/etdump/etdump.h"
#include "tools/exec/tools.h"

/* Is a program, or what a run of the other side's program has left. */
typedef struct CompareSide {
    const char *path;
    const Bundle *bundle;
    const Emitted *emitted; /* without strips */
    const EtDump *dump;     /* then the two above are NULL */
} CompareSide;

/* Judges side 1 by side 0, prints a row for each step that both have, and then the first that
 * differs. Returns 1 if there is one. */
int compare_sides(const ExecOptions *o, const CompareSide side[2]);

#endif
