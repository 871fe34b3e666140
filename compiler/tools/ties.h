/* SPDX-License-Identifier: 0BSD
 * Indices of equal elements, which topk and a sort that need not be stable give in any order. */
#ifndef PTEC_TOOLS_TIES_H
#define PTEC_TOOLS_TIES_H

#include "tools/exec/tools.h"

/* Do the indices that a topk or sort gave as this output name elements equal to the expected ones,
 * each once? It is so only if the elements are known: an input, or the values that are an output
 * beside them. */
bool are_ties(const Graph *g, int output, const TestCase *test, const CaseValue *got);

#endif
