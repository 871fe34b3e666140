/* SPDX-License-Identifier: 0BSD
 * Finds what is the same in two sequences, such as the steps or the lines of two outputs. */
#ifndef PTEC_BASE_PAIRS_H
#define PTEC_BASE_PAIRS_H

/* Is an item of one side. `exact` tells it from all others; `alike` is what stays the same when
 * that changes. */
typedef struct PairEntry {
    const char *exact, *alike;
    int partner; /* on the other side, or -1 */
    int symbol;  /* equal ones may be partners */
} PairEntry;

typedef struct PairSide {
    PairEntry *entry;
    int n;
} PairSide;

void pair_unique(PairSide side[2]); /* those whose `exact` each side has once, in any order */
/* Pairs the others of equal `alike`, as many as can be in one order with each other and with those
 * that have partners. */
void pair_alike(PairSide side[2]);

#endif
