/* SPDX-License-Identifier: 0BSD
 * `verify --steps-each`: steps on bytes one by one, each on the operands that the source
 * operators compute at -O0. */
#ifndef PTEC_TOOLS_EACH_H
#define PTEC_TOOLS_EACH_H

#include "tools/exec/tools.h"

/* Sums up what each step does with the operands of the source operators. */
typedef struct StepsVerdict {
    int judged, differing;     /* steps */
    const char *first, *wrong; /* the first that differs, that differs by too much; or NULL */
} StepsVerdict;

StepsVerdict judge_each_step(const ExecOptions *o, const Bundle *b, const Emitted *reference,
                             const Emitted *e);
/* Verifies every step of `e` whose result has 8 bits (tools/each.c): it gets the operands that the
 * source operators of `reference` compute, and its result is compared with theirs. */
int verify_each_step(const ExecOptions *o, const Bundle *b, const Emitted *reference,
                     const Emitted *e);

#endif
